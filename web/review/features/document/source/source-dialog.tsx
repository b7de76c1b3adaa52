import { useMemo, useRef, useEffect, useState } from 'react';
import { Button } from '../../../../shell/button.tsx';
import { DialogFrame } from '../../../../shell/dialog-frame.tsx';
import { blocksOf } from '../../../store/content-slice.ts';
import { usePage, useSelect } from '../../../ui/page.ts';
import { FileChoice } from './file-choice.tsx';
import { SourceLines } from './source-lines.tsx';
import type { SessionClient } from '../../../protocol/session-client.ts';
import { sourceTexts } from '../../../../shell/texts/source-texts.ts';

/** The source of the document, verbatim. */
export const SourceDialog = () => {
  const { store } = usePage();
  const { file, line } = useSelect((state) => state.panel.source);
  const title = useSelect((state) => state.session.info?.title ?? '');
  const version = useSelect((state) => state.content.document?.version);
  const blocks = useSelect((state) => blocksOf(state.content));
  const source = useSource(file, version);
  const close = useRef<HTMLButtonElement>(null);
  const unshown = useMemo(
    () => blocks.flatMap((block) => (block.file === file ? (block.unshownLines ?? []) : [])),
    [blocks, file],
  );
  const words = sourceTexts();
  const dismiss = () => store.dispatch({ type: 'panel/dialog', dialog: undefined });
  return (
    <DialogFrame title={words.title} look="source" initialFocus={close} onDismiss={dismiss}>
      <FileChoice
        file={file}
        onChoose={(chosen) =>
          store.dispatch({ type: 'panel/source', place: { file: chosen, line: 1 } })
        }
      />
      {source.kind === 'loading' && <p role="status">{words.loading}</p>}
      {source.kind === 'failed' && <p role="alert">{words.failed(source.sentence)}</p>}
      {source.kind === 'here' && (
        <SourceLines
          key={file}
          label={words.lines(file ?? title)}
          text={source.text}
          line={line}
          unshown={unshown}
        />
      )}
      <div className="dialog-actions">
        <Button ref={close} onClick={dismiss}>
          {words.close}
        </Button>
      </div>
    </DialogFrame>
  );
};

/** The source, or why it could not be loaded. */
type Source =
  | { readonly kind: 'loading' }
  | { readonly kind: 'here'; readonly text: string }
  | { readonly kind: 'failed'; readonly sentence: string };

const read = async (
  client: SessionClient,
  file: string | undefined,
  signal: AbortSignal,
): Promise<Source> => {
  try {
    const { text } = await client.load('getSource', { query: { file }, signal });
    return { kind: 'here', text };
  } catch (error) {
    return { kind: 'failed', sentence: error instanceof Error ? error.message : '' };
  }
};

/** Loads the source of a document or of a file in a folder; reloads it with each version. */
const useSource = (file: string | undefined, version: number | undefined): Source => {
  const { client } = usePage();
  const [source, setSource] = useState<Source>({ kind: 'loading' });
  useEffect(() => {
    const ending = new AbortController();
    const load = async (): Promise<void> => {
      const source = await read(client, file, ending.signal);
      if (!ending.signal.aborted) setSource(source);
    };
    void load();
    return () => ending.abort();
    // A new version has a new source.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [client, file, version]);
  return source;
};
