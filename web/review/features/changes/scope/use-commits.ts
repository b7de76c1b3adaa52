import { useEffect, useState } from 'react';
import type { Commit } from '../../../../../shared/session/scope.ts';
import { usePage } from '../../../ui/page.ts';

/** Commits as far as they are loaded. */
export interface CommitList {
  readonly commits: readonly Commit[];
  /** Why loading failed, as a sentence. */
  readonly error: string | undefined;
  readonly isLoading: boolean;
  /** Loads more; undefined if there are none. */
  readonly more: (() => void) | undefined;
}

interface Pages {
  readonly query: string;
  readonly commits: readonly Commit[];
  readonly next: string | undefined;
  readonly error: string | undefined;
}

/** Time without typing before a search starts. */
const quietMs = 150;

/** The commits that a query finds, page by page. @param repository whose, of several */
export const useCommits = (query: string, repository?: string): CommitList => {
  const { client } = usePage();
  const [pages, setPages] = useState<Pages>();
  const [after, setAfter] = useState<{ readonly query: string; readonly next: string }>();
  const wanted = after?.query === query ? after.next : undefined;
  useEffect(() => {
    const ending = new AbortController();
    const load = async () => {
      const asked = { q: query === '' ? undefined : query, after: wanted, repository };
      const answer = await client.call('getCommits', { query: asked, signal: ending.signal });
      if (ending.signal.aborted) return;
      setPages((known) => {
        const before = known?.query === query && wanted !== undefined ? known.commits : [];
        return answer.kind === 'ok'
          ? {
              query,
              commits: [...before, ...answer.value.commits],
              next: answer.value.next,
              error: undefined,
            }
          : { query, commits: before, next: undefined, error: answer.sentence };
      });
    };
    const timer = setTimeout(() => void load(), query === '' ? 0 : quietMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [client, query, repository, wanted]);
  const next = pages?.query === query && pages.next !== wanted ? pages.next : undefined;
  return {
    commits: pages?.commits ?? [],
    error: pages?.error,
    isLoading: pages?.query !== query,
    more: next === undefined ? undefined : () => setAfter({ query, next }),
  };
};
