import { useEffect, useState } from 'react';
import { usePage } from '../../../ui/page.ts';

interface FoundFiles {
  readonly query: string;
  readonly paths: readonly string[];
  /** How many there are; undefined until known. */
  readonly total: number | undefined;
  /** Why the search failed, as a sentence. */
  readonly error: string | undefined;
}

/** Time without typing before a search starts. */
const quietMs = 100;

const nothing: FoundFiles = { query: '', paths: [], total: undefined, error: undefined };

/** The first files of the project that a query finds; until they are there, those of the last one that match. */
export const useFiles = (query: string): FoundFiles => {
  const { client } = usePage();
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const load = async () => {
      const q = query === '' ? undefined : query;
      const answer = await client.call('getFiles', { query: { q, after: undefined }, signal });
      if (signal.aborted) return;
      if (answer.kind === 'ok') setFound({ ...answer.value, query, error: undefined });
      else setFound({ ...nothing, query, error: answer.sentence });
    };
    const timer = setTimeout(() => void load(), query === '' ? 0 : quietMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [client, query]);
  return found.query === query ? found : stillMatching(found, query);
};

/** Those that are not there any more must not be chosen by a fast Enter. */
const stillMatching = ({ paths }: FoundFiles, query: string): FoundFiles => {
  const words = query.toLowerCase().split(/\s+/u);
  const isMatch = (path: string) => words.every((word) => path.toLowerCase().includes(word));
  return { ...nothing, paths: paths.filter(isMatch) };
};
