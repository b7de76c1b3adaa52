import { useCallback, useMemo, useState } from 'react';
import { showPath } from '../../../../../shared/visible-text.ts';
import { maxEditedLength } from '../../../../../shared/page-limits.ts';
import { DialogFrame } from '../../../../shell/dialog-frame.tsx';
import { editTexts } from '../../../../shell/texts/edit-texts.ts';
import type { SessionClient } from '../../../protocol/session-client.ts';
import { blocksOf } from '../../../store/content-slice.ts';
import { usePage, useSelect } from '../../../ui/page.ts';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { EditedText } from './edited-text.tsx';
import '../source/source.css';
import './edit.css';

/** Edits a text of the review. What is not saved is kept as a draft, and goes to the agent. */
export const EditDialog = () => {
  const page = usePage();
  const { store } = page;
  const blocks = useSelect((state) => blocksOf(state.content));
  const [start] = useState(() => {
    const { currentBlockId } = store.getState().selection;
    return blocks.find(({ id }) => id === currentBlockId) ?? blocks[0];
  });
  const [file, setFile] = useState(start?.file);
  const files = useMemo(() => [...new Set(blocks.flatMap((block) => block.file ?? []))], [blocks]);
  const dismiss = () => store.dispatch({ type: 'panel/dialog', dialog: undefined });
  const words = editTexts();
  return (
    <DialogFrame title={words.title} look="source" onDismiss={dismiss}>
      {files.length > 1 && (
        <label className="source-file">
          {words.file}
          <select value={file} onChange={({ target }) => setFile(target.value)}>
            {files.map((name) => (
              <option key={name} value={name}>
                {showPath(name)}
              </option>
            ))}
          </select>
        </label>
      )}
      <EditedFile
        key={file}
        file={file}
        line={file === start?.file ? (start?.startLine ?? 1) : 1}
        onDismiss={dismiss}
      />
    </DialogFrame>
  );
};

interface EditedFileProps {
  readonly file: string | undefined;
  readonly line: number;
  readonly onDismiss: () => void;
}

const EditedFile = ({ file, line, onDismiss }: EditedFileProps) => {
  const version = useSelect((state) => state.content.document?.version);
  const load = useCallback(
    (client: SessionClient, signal: AbortSignal) =>
      client.call('getSource', { query: { file }, signal }),
    [file],
  );
  const source = useLoaded(load, version);
  const words = editTexts();
  if (source === undefined) return <p role="status">{words.loading}</p>;
  if (typeof source === 'string') return <p role="alert">{words.failed(source)}</p>;
  const { name, text, hash = '' } = source;
  if (text.length > maxEditedLength) return <p role="alert">{words.tooLong}</p>;
  return <EditedText read={{ file, name, text, hash }} line={line} onDismiss={onDismiss} />;
};
