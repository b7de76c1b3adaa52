import { useCallback, useState } from 'react';
import { maxEditedLength } from '../../../../../shared/limits.ts';
import { DialogFrame } from '../../../../shell/dialog-frame.tsx';
import { editTexts } from '../../../../shell/texts/edit-texts.ts';
import type { SessionClient } from '../../../protocol/session-client.ts';
import { usePage, useSelect } from '../../../ui/page.ts';
import { placeHere } from '../../../ui/place-here.ts';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { FileChoice } from '../source/file-choice.tsx';
import { EditedText } from './edited-text.tsx';
import '../source/source.css';
import './edit.css';

/** Edits a text of the review. What is not saved is kept as a draft, and goes to the agent. */
export const EditDialog = () => {
  const { store } = usePage();
  const [start] = useState(() => placeHere(store.getState()));
  const [file, setFile] = useState(start.file);
  const dismiss = () => store.dispatch({ type: 'panel/dialog', dialog: undefined });
  const words = editTexts();
  return (
    <DialogFrame title={words.title} look="source" onDismiss={dismiss}>
      <FileChoice file={file} onChoose={setFile} />
      <EditedFile
        key={file}
        file={file}
        line={file === start.file ? start.line : 1}
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
