import { contentsPath } from '../../shared/node/paths.ts';
import type { SessionContent } from '../content/session-content.ts';
import { CachedFile } from '../content/cached-file.ts';
import { lazy, lazyHandlers } from '../lazy-handlers.ts';
import type { SessionCore } from '../session-core.ts';
import type { DocumentRouteId, ServedHandlers } from '../session-handlers.ts';
import { planHandler } from './plan-handler.ts';

/** A plan or document: its rendered blocks, and the file or folder it came from. */
export const documentContent = (
  core: SessionCore,
): SessionContent<ServedHandlers<DocumentRouteId>> => {
  const { assignment, preparation, gate } = core;
  const blocks = new CachedFile(async () =>
    (await import('./placed-blocks.ts')).readPlacedBlocks(assignment.files.document),
  );
  return {
    handlers: {
      ...planHandler(core),
      ...lazyHandlers(['getPlanSource'], async () => {
        const { sourceHandler } = await import('./source-handler.ts');
        return sourceHandler({ assignment, preparation });
      }),
    },
    placing: async () => {
      const { placeInDocument } = await import('./place-in-document.ts');
      return placeInDocument({ blocks, assertOpen: () => gate.assertUndecided() });
    },
    source: sourceOf(core),
    drop: () => blocks.drop(),
  };
};

const sourceOf = ({
  assignment: { source, files },
  preparation,
}: SessionCore): SessionContent<object>['source'] => {
  if (source.kind !== 'path') return undefined;
  const { path } = source;
  const state = lazy(async () => {
    const { PathState } = await import('../content/path-state.ts');
    return new PathState({ path, contents: contentsPath(files.spool) });
  });
  return {
    read: async () => (await state()).now(),
    made: async () => (preparation.isSettled ? (await state()).rendered() : undefined),
  };
};
