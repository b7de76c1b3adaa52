import { useRef, useState } from 'react';
import type { NoteSaved } from '../../../../../shared/session/note.ts';
import { showPath } from '../../../../../shared/visible-text.ts';
import type { Answer } from '../../../../shell/api-client.ts';
import { Button } from '../../../../shell/button.tsx';
import { DialogFrame } from '../../../../shell/dialog-frame.tsx';
import { noteTexts } from '../../../../shell/texts/note-texts.ts';
import { usePage, useSelect } from '../../../ui/page.ts';
import { hasComments, saveNote } from './save-note.ts';
import './note.css';

type Progress = 'asking' | 'saving' | Answer<NoteSaved>;

/** Saves the plan or document as a note, with or without comments, and says where it is. */
export const NoteDialog = () => {
  const { store } = usePage();
  const primary = useRef<HTMLButtonElement>(null);
  const [progress, setProgress] = useState<Progress>('asking');
  const isAsked = useSelect(hasComments);
  const words = noteTexts();
  const dismiss = () => store.dispatch({ type: 'panel/dialog', dialog: undefined });
  const save = async (withComments: boolean) => {
    if (progress === 'saving') return;
    setProgress('saving');
    setProgress(await saveNote(store.getState(), withComments));
    // The button that was pressed may be gone.
    primary.current?.focus();
  };
  const isSaved = typeof progress === 'object' && progress.kind === 'ok';
  return (
    <DialogFrame title={words.title} initialFocus={primary} onDismiss={dismiss}>
      {isSaved || <p className="dialog-note">{isAsked ? words.ask : words.intro}</p>}
      <Outcome progress={progress} />
      <div className="dialog-actions">
        {isSaved || <Button onClick={dismiss}>{words.cancel}</Button>}
        {isAsked && !isSaved && (
          <Button onClick={() => void save(false)}>{words.withoutComments}</Button>
        )}
        <Button ref={primary} tone="accent" onClick={isSaved ? dismiss : () => void save(isAsked)}>
          {isSaved ? words.close : isAsked ? words.withComments : words.save}
        </Button>
      </div>
    </DialogFrame>
  );
};

const Outcome = ({ progress }: { readonly progress: Progress }) => {
  const words = noteTexts();
  if (progress === 'asking') return null;
  if (progress === 'saving') return <p role="status">{words.saving}</p>;
  if (progress.kind !== 'ok')
    return (
      <p className="dialog-error" role="alert">
        {progress.sentence}
      </p>
    );
  const { path, isReplaced } = progress.value;
  return (
    <p role="status">
      {isReplaced ? words.replaced : words.saved}{' '}
      <code className="note-path">{showPath(path)}</code>
    </p>
  );
};
