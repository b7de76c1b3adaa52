import { placeInDocument } from './place-in-document.ts';
import { contentsPath } from '../../shared/node/paths.ts';
import type { SessionContent } from '../content/session-content.ts';
import type { SessionCore } from '../session-core.ts';
import {
  type DocumentRouteId,
  type ServedHandlers,
  type SessionHandlers,
  lazy,
  lazyHandlers,
} from '../session-handlers.ts';
import { planReply } from '../../shared/node/http/content-replies.ts';
import { json } from '../../shared/node/http/reply.ts';
import { withSpoolFile, CachedFile } from '../content/spool-file.ts';

/** A plan or document: its rendered blocks, and the file or folder it came from. */
export const documentContent = (
  core: SessionCore,
): SessionContent<ServedHandlers<Exclude<DocumentRouteId, 'saveSource'>>> => {
  const { assignment, gate } = core;
  const blocks = new CachedFile(async () =>
    (await import('./placed-blocks.ts')).readPlacedBlocks(assignment.files.document),
  );
  return {
    handlers: {
      ...planHandler(core),
      ...lazyHandlers(['getSource', 'previewSource'], async () =>
        (await import('./source-handler.ts')).sourceHandlers(core),
      ),
      ...lazyHandlers(['settleComment'], async () =>
        (await import('../content/rounds-handlers.ts')).settleHandler(core),
      ),
      ...lazyHandlers(['getVersions', 'getVersion', 'compareVersions'], async () =>
        (await import('./versions-handlers.ts')).versionsHandlers(core),
      ),
    },
    placing: placeInDocument({ blocks, assertOpen: () => gate.assertUndecided() }),
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

/** `GET /api/plan`: the metadata, and the blocks piped from the spool file without parsing. */
const planHandler = ({
  assignment: { title, mode, origin, source, files },
  preparation,
  version,
}: SessionCore): SessionHandlers<'getPlan'> => ({
  getPlan: async () => {
    const { current } = preparation;
    const facts = { title, mode, origin, source, version: version.current, preparation: current };
    if (current.state !== 'ready') return json({ ...facts, blocks: [] });
    const { shownVersion } = await import('./shown-version.ts');
    const kept = await shownVersion(files.spool);
    return withSpoolFile(files.document, (file) => planReply(file, { ...facts, ...kept }));
  },
});
