import { changePaths } from '../../shared/node/paths.ts';
import { CachedFile } from '../content/spool-file.ts';
import type { SessionContent } from '../content/session-content.ts';
import type { SessionCore } from '../session-core.ts';
import {
  type ChangeRouteId,
  type ServedHandlers,
  lazyHandlers,
  noInputs,
} from '../session-handlers.ts';
import { coloursHandler, haveFirstColours } from './colours-handler.ts';
import type { DiffIndex } from './diff-index.ts';
import { OpeningScope, placeInChange } from './opening-scope.ts';

/** Checking a work tree runs git, so it happens less often than checking a file. */
const worktreePauseMs = 4000;

/** All but that which reads the content again: see `refresh-handler.ts`. */
type OwnRouteId = Exclude<ChangeRouteId, 'chooseScope'>;

/** The content of a code review: manifest and patch, files derived from them, and the work tree behind them. */
export const changeContent = (core: SessionCore): SessionContent<ServedHandlers<OwnRouteId>> => {
  const { assignment, version } = core;
  const { spool } = assignment.files;
  const diff = new CachedFile(async () => {
    const { current } = version;
    const { readDiffIndex } = await import('./diff-index.ts');
    return readDiffIndex(changePaths(spool, current));
  });
  const opening = new OpeningScope();
  /** Versions that no page reads any more. */
  const kept = new Set<number>();
  /** Undefined if the spool is damaged, which reading everything again may mend. */
  const openedVersion = (): Promise<number | undefined> =>
    diff.use().then(
      (index) => opening.versionAsOf(index),
      () => undefined,
    );
  return {
    handlers: handlersOf(core, diff),
    placing: placeInChange(core, { diff, opening }),
    source: assignment.source.kind === 'path' ? worktreeOf(core, diff) : undefined,
    drop: () => diff.drop(),
    beforeRefresh: async () => void (await openedVersion()),
    removeVersion: async (old) => {
      kept.add(old);
      const opened = await openedVersion();
      const { removeChange } = await import('./diff-index.ts');
      for (const version of kept) {
        if (opened === undefined || version === opened) continue;
        kept.delete(version);
        await removeChange(spool, version);
      }
    },
    // Highlight the first screen while the page loads.
    onPageLoad: () => void haveFirstColours(core),
  };
};

/**
 * Asks the supervisor, because only the provider can see new or previously unchanged files. The supervisor does this at
 * low priority. A range of commits never changes, so it is not polled.
 */
const worktreeOf = (
  { preparation, derivations, version }: SessionCore,
  diff: CachedFile<DiffIndex>,
): SessionContent<object>['source'] => ({
  read: () => derivations.worktreeState(version.current),
  made: async () => {
    if (preparation.current.state !== 'ready') return undefined;
    return diff.use().then(
      ({ worktreeState }) => worktreeState ?? null,
      () => undefined,
    );
  },
  pauseMs: worktreePauseMs,
});

const diffInputs = async () => (await import('../../shared/session/diff-inputs.ts')).diffInputs;

const handlersOf = (
  core: SessionCore,
  diff: CachedFile<DiffIndex>,
): ServedHandlers<OwnRouteId> => ({
  ...lazyHandlers(
    ['getDiff', 'getFilePatch', 'searchDiff'],
    async () => (await import('./diff-handlers.ts')).diffHandlers(core, diff),
    diffInputs,
  ),
  ...lazyHandlers(
    ['getScopes', 'getCommits', 'getFiles', 'getFile'],
    async () => (await import('./repository-handlers.ts')).repositoryHandlers(core, diff),
    async () => (await import('../../shared/session/scope.ts')).repositoryInputs,
  ),
  ...lazyHandlers(
    ['getReferences', 'getDefinition', 'getSymbols'],
    async () => (await import('./navigation-handlers.ts')).navigationHandlers(core, diff),
    async () => (await import('../../shared/session/navigation.ts')).navigationInputs,
  ),
  ...lazyHandlers(
    ['getDiffStructure'],
    async () => (await import('./structure-handler.ts')).structureHandler(core, diff),
    noInputs,
  ),
  ...lazyHandlers(
    ['getInterdiff'],
    async () => (await import('../content/rounds-handlers.ts')).interdiffHandler(core),
    diffInputs,
  ),
  ...lazyHandlers(['getDiffColours'], async () => coloursHandler(core), noInputs),
  ...lazyHandlers(
    ['getDiffSide', 'getDiffImage', 'getDiffLines'],
    async () => (await import('./side-handlers.ts')).sideHandlers(core, diff),
    diffInputs,
  ),
  ...lazyHandlers(
    ['stageChange', 'applySuggestions', 'listProjectChanges', 'undoProjectChange'],
    async () => (await import('./project-handlers.ts')).projectHandlers(core),
    async () => (await import('../../shared/session/staging.ts')).projectInputs,
  ),
  ...lazyHandlers(
    ['getViewed', 'changeViewed'],
    async () => (await import('./viewed-handlers.ts')).viewedHandlers(core),
    async () => (await import('../../shared/session/viewed.ts')).viewedInputs,
  ),
});
