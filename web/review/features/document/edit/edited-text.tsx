import { useState, type ReactNode } from 'react';
import type { TextEdit } from '../../../../../shared/session/source.ts';
import { showPath } from '../../../../../shared/visible-text.ts';
import { Button, QuietButton } from '../../../../shell/button.tsx';
import { editTexts } from '../../../../shell/texts/edit-texts.ts';
import { useCan, usePage, useSelect } from '../../../ui/page.ts';
import {
  changeEdit,
  discardEdit,
  editOf,
  mergedEdit,
  saveEdit,
  type KnownText,
} from './change-edit.ts';
import { EditPreview } from './edit-preview.tsx';
import { MergeView } from './merge-view.tsx';
import { TextEditor } from './text-editor.tsx';

interface EditedTextProps {
  /** As the session has read it. */
  readonly read: KnownText;
  readonly line: number;
  readonly onDismiss: () => void;
}

/** A text in the editor, as its preview, or beside what it has to be merged with. */
export const EditedText = ({ read, line, onDismiss }: EditedTextProps) => {
  const page = usePage();
  const { file, name } = read;
  const edit = useSelect((state) => editOf(state, file));
  const title = useSelect((state) => state.session.info?.title ?? '');
  const [isPreview, setIsPreview] = useState(false);
  const { discard, restore } = useDiscard(file);
  const { save, isSaving, failure, found } = useSaving(read, onDismiss);
  const disk = found ?? read;
  const conflict = conflictOf(edit, disk);
  const text = edit?.text ?? disk.text;
  const words = editTexts();
  return (
    <>
      {conflict === undefined ? (
        <div className="edit-place">
          <div className="edit-pane" hidden={isPreview}>
            <TextEditor
              key={disk.hash}
              label={words.label(name === '' ? title : showPath(name))}
              text={text}
              line={line}
              isMarkdown={name === '' || /\.(?:md|mdx|markdown|qmd|rmd)$/iu.test(name)}
              onChange={(changed) => changeEdit(page, disk, changed)}
              onSave={save}
            />
          </div>
          {isPreview && <EditPreview file={file} text={text} />}
        </div>
      ) : (
        <MergeView
          key={conflict.from}
          texts={conflict.texts}
          from={conflict.from}
          onMerged={(merged) => mergedEdit(page, { ...read, ...conflict.onto }, merged)}
        />
      )}
      {failure !== undefined && (
        <p className="dialog-error" role="alert">
          {failure}
        </p>
      )}
      <EditFoot
        isEdited={edit !== undefined}
        isSaving={isSaving}
        onSave={conflict === undefined ? save : undefined}
        onDiscard={discard}
        onRestore={restore}
        onDismiss={onDismiss}
      >
        {conflict === undefined && (
          <Button aria-pressed={isPreview} onClick={() => setIsPreview(!isPreview)}>
            {words.preview}
          </Button>
        )}
      </EditFoot>
    </>
  );
};

/** Drops the edit, until it is restored. */
const useDiscard = (file: string | undefined) => {
  const page = usePage();
  const [restore, setRestore] = useState<() => void>();
  const discard = (): void => {
    const undo = discardEdit(page, file);
    setRestore(() => undo);
  };
  return { discard, restore };
};

/** Saves to the file, and says what came of it. */
const useSaving = (read: KnownText, onDismiss: () => void) => {
  const page = usePage();
  const canSave = useCan('saving');
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** What a refused save has found in the file. */
  const [found, setFound] = useState<KnownText>();
  const run = async (): Promise<void> => {
    setIsSaving(true);
    setFailure(undefined);
    const answer = await saveEdit(page, read.file);
    setIsSaving(false);
    if (answer.kind === 'saved') onDismiss();
    else if (answer.kind === 'conflict') setFound({ ...read, ...answer.disk });
    else if (answer.kind === 'failed') setFailure(answer.sentence);
  };
  const save = (): void => {
    if (canSave && !isSaving) void run();
  };
  return { save, isSaving, failure, found };
};

/** What is to be merged first, if anything: another window's text, or what is on disk by now. */
const conflictOf = (edit: TextEdit | undefined, disk: KnownText) => {
  if (edit === undefined) return undefined;
  const { base, hash, text: mine, other } = edit;
  if (other !== undefined)
    return { from: 'window', texts: { base, mine, other }, onto: { text: base, hash } } as const;
  if (hash === disk.hash) return undefined;
  const { text, hash: now } = disk;
  return { from: 'disk', texts: { base, mine, other: text }, onto: { text, hash: now } } as const;
};

interface EditFootProps {
  readonly isEdited: boolean;
  readonly isSaving: boolean;
  /** Undefined before a conflict is settled. */
  readonly onSave: (() => void) | undefined;
  readonly onDiscard: () => void;
  /** Brings back what was discarded, if anything. */
  readonly onRestore: (() => void) | undefined;
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

const EditFoot = (props: EditFootProps) => {
  const { isEdited, isSaving, onSave, onDiscard, onRestore, onDismiss, children } = props;
  const canSave = useCan('saving');
  const words = editTexts();
  return (
    <div className="edit-foot">
      <p className="dialog-note">{isEdited ? words.note(canSave) : words.unchanged}</p>
      <div className="dialog-actions">
        {isEdited && <QuietButton onClick={onDiscard}>{words.discard}</QuietButton>}
        {!isEdited && onRestore !== undefined && (
          <QuietButton onClick={onRestore}>{words.restore}</QuietButton>
        )}
        {children}
        <Button onClick={onDismiss}>{words.close}</Button>
        {canSave && onSave !== undefined && (
          <Button tone="accent" disabled={isSaving || !isEdited} onClick={onSave}>
            {isSaving ? words.saving : words.save}
          </Button>
        )}
      </div>
    </div>
  );
};
