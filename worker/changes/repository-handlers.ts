import { GalleyError } from '../../shared/errors.ts';
import { file, json } from '../../shared/node/http/reply.ts';
import { filePath } from '../../shared/node/paths.ts';
import type { RepositoryQuestion } from '../../shared/session/scope.ts';
import { withSpoolFile, type CachedFile } from '../content/spool-file.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { DiffIndex } from './diff-index.ts';

/** Answers from the repository behind the change, which only the supervisor's tasks read. */
export const repositoryHandlers = (
  { assignment: { provided }, preparation, derivations }: SessionCore,
  diff: CachedFile<DiffIndex>,
): SessionHandlers<'getScopes' | 'getCommits' | 'getFiles' | 'getFile'> => {
  const assertRepository = ({ source }: DiffIndex): void => {
    if (source !== 'repository') throw noRepository();
  };
  const ask = async (question: RepositoryQuestion) =>
    json((await derivations.make({ kind: 'repository', question })).answer);
  /** In place of a patch, too, something of the repository around it can be compared. */
  const askOfAny = (question: RepositoryQuestion) => {
    if (!provided.includes('scopes')) throw noRepository();
    return ask(question);
  };
  return {
    getScopes: ({ query }) => askOfAny({ about: 'scopes', query }),
    getCommits: ({ query }) => askOfAny({ about: 'commits', query }),
    getFiles: async ({ query }) => {
      if (preparation.current.state === 'ready') assertRepository(await diff.use());
      return ask({ about: 'files', query });
    },
    getFile: async ({ query: { path, side } }) => {
      if (preparation.current.state !== 'ready')
        throw new GalleyError('not_found', 'What is reviewed is not ready yet.');
      const index = await diff.use();
      assertRepository(index);
      const { folder, version } = index;
      const output = filePath(folder, { path, side });
      await derivations.have({ kind: 'file', path, side, version }, output);
      return withSpoolFile(output, (handle) =>
        file(handle, { contentType: 'application/json; charset=utf-8', offset: 0 }),
      );
    },
  };
};

const noRepository = (): GalleyError =>
  new GalleyError('not_found', 'There is no repository behind this change.');
