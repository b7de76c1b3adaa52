import { GalleyError } from '../../shared/errors.ts';
import { json } from '../../shared/node/http/reply.ts';
import type { RepositoryQuestion } from '../../shared/session/scope.ts';
import type { CachedFile } from '../content/spool-file.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { DiffIndex } from './diff-index.ts';

/** Answers from the repository behind the change, which only the supervisor's tasks read. */
export const repositoryHandlers = (
  { preparation, derivations }: SessionCore,
  diff: CachedFile<DiffIndex>,
): SessionHandlers<'getScopes' | 'getCommits'> => {
  const ask = async (question: RepositoryQuestion) => {
    if (preparation.current.state === 'ready' && (await diff.use()).source !== 'repository')
      throw new GalleyError('not_found', 'There is no repository behind this change.');
    return json((await derivations.make({ kind: 'repository', question })).answer);
  };
  return {
    getScopes: () => ask({ about: 'scopes' }),
    getCommits: ({ query }) => ask({ about: 'commits', query }),
  };
};
