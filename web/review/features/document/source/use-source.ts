import { useEffect, useState } from 'react';
import { usePage } from '../../../ui/page.ts';
import type { SessionClient } from '../../../protocol/session-client.ts';

/** The text of a document, or why it cannot be had. */
export type Source =
  | { readonly kind: 'loading' }
  | { readonly kind: 'here'; readonly text: string }
  | { readonly kind: 'failed'; readonly sentence: string };

const read = async (
  client: SessionClient,
  file: string | undefined,
  signal: AbortSignal,
): Promise<Source> => {
  try {
    return { kind: 'here', text: await client.load('getPlanSource', { query: { file }, signal }) };
  } catch (error) {
    return { kind: 'failed', sentence: error instanceof Error ? error.message : '' };
  }
};

/** The source of a document; of a folder, that of the file. Read anew with each version of the content. */
export const useSource = (file: string | undefined, version: number | undefined): Source => {
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
    // Another version has another text.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [client, file, version]);
  return source;
};
