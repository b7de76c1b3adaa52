import { json } from '../../shared/node/http/reply.ts';
import type { RepositoryQuestion } from '../../shared/session/scope.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';

/** Answers from the repository behind the change, which only the supervisor's tasks read. */
export const repositoryHandlers = ({
  derivations,
}: SessionCore): SessionHandlers<'getScopes' | 'getCommits'> => {
  const ask = async (question: RepositoryQuestion) =>
    json((await derivations.make({ kind: 'repository', question })).answer);
  return {
    getScopes: () => ask({ about: 'scopes' }),
    getCommits: ({ query }) => ask({ about: 'commits', query }),
  };
};
