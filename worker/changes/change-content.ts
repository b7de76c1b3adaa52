import { changePaths } from '../../shared/node/paths.ts';
import { CachedFile } from '../content/cached-file.ts';
import type { SessionContent } from '../content/session-content.ts';
import { lazyHandlers } from '../lazy-handlers.ts';
import type { SessionCore } from '../session-core.ts';
import type { ChangeRouteId, ServedHandlers } from '../session-handlers.ts';
import type { DiffIndex } from './diff-index.ts';

/** Checking a work tree runs git, so it happens less often than checking a file. */
const worktreePauseMs = 4000;

/** The content of a code review: manifest and patch, files derived from them, and the work tree behind them. */
export const changeContent = (core: SessionCore): SessionContent<ServedHandlers<ChangeRouteId>> => {
  const { assignment, version } = core;
  const { spool } = assignment.files;
  const diff = new CachedFile(async () => {
    const paths = changePaths(spool, version.current);
    return (await import('./diff-index.ts')).readDiffIndex(paths);
  });
  return {
    handlers: handlersOf(core, diff),
    placing: async () => (await import('./place-in-diff.ts')).placeInDiff(diff),
    source: assignment.source.kind === 'path' ? worktreeOf(core, diff) : undefined,
    drop: () => diff.drop(),
    removeVersion: async (old) => (await import('./remove-change.ts')).removeChange(spool, old),
    // Highlight the first screen while the page loads.
    onPageLoad: () =>
      void import('./first-colours.ts').then(({ haveFirstColours }) => haveFirstColours(core)),
  };
};

/**
 * Asks the supervisor, because only the provider can see new or previously unchanged files. The supervisor does this at
 * low priority. A range of commits never changes, so it is not polled.
 */
const worktreeOf = (
  { preparation, derivations }: SessionCore,
  diff: CachedFile<DiffIndex>,
): SessionContent<object>['source'] => ({
  read: async () => (await derivations()).worktreeState(),
  made: async () => {
    if (preparation.current.state !== 'ready') return undefined;
    return diff.use().then(
      ({ worktreeState }) => worktreeState ?? null,
      () => undefined,
    );
  },
  pauseMs: worktreePauseMs,
});

const loadSchemas = async () =>
  (await import('../../shared/session/change-routes.ts')).changeSchemas;

const handlersOf = (
  core: SessionCore,
  diff: CachedFile<DiffIndex>,
): ServedHandlers<ChangeRouteId> => {
  const { assignment, preparation, derivations, version, streams } = core;
  return {
    ...lazyHandlers(
      ['getDiff', 'getFilePatch', 'searchDiff'],
      async () => {
        const { diffHandlers } = await import('./diff-handlers.ts');
        return diffHandlers({ assignment, preparation, version, diff, derivations });
      },
      loadSchemas,
    ),
    ...lazyHandlers(
      ['getDiffColours'],
      async () => {
        const { coloursHandler } = await import('./colours-handler.ts');
        return coloursHandler(core);
      },
      loadSchemas,
    ),
    ...lazyHandlers(
      ['getDiffSide', 'getDiffImage', 'getDiffLines'],
      async () => {
        const { sideHandlers } = await import('./side-handlers.ts');
        return sideHandlers({ preparation, diff, derivations: await derivations() });
      },
      loadSchemas,
    ),
    ...lazyHandlers(
      ['getViewed', 'changeViewed'],
      async () => {
        const { viewedHandlers } = await import('../viewed/viewed-handlers.ts');
        return viewedHandlers({ file: assignment.files.viewed, streams });
      },
      loadSchemas,
    ),
  };
};
