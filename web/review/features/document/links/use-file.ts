import { useEffect, useState } from 'react';
import type { LinkedFile } from '../../../../../shared/session/links.ts';
import type { Answer } from '../../../../shell/api-client.ts';
import { documentClient } from '../../../protocol/document-client.ts';
import { useSelect } from '../../../ui/page.ts';

/** A file of the project as it was when it was opened, or the text refreshed; undefined until it is there. */
export const useFile = (path: string): Answer<LinkedFile> | undefined => {
  const version = useSelect(({ content }) => content.document?.version);
  const [loaded, setLoaded] = useState<{ path: string; answer: Answer<LinkedFile> }>();
  useEffect(() => {
    const ending = new AbortController();
    const load = async () => {
      const { signal } = ending;
      const answer = await documentClient.call('getLinkedFile', { query: { path }, signal });
      if (!signal.aborted) setLoaded({ path, answer });
    };
    void load();
    return () => ending.abort();
    // A new version of the text may mean a new one of the file.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [path, version]);
  return loaded?.path === path ? loaded.answer : undefined;
};
