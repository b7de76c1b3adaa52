import { placeInDocument } from './place-in-document.ts';
import { makeAssetKey } from '../../shared/node/asset-key.ts';
import { findSource } from '../../shared/node/document-source.ts';
import {
  beginningPath,
  contentsPath,
  documentSourcePath,
  framePath,
} from '../../shared/node/paths.ts';
import type { ContentSource, PlanAnswer } from '../../shared/session/content.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';
import type { FindShown } from './shown-document.ts';
import type { SessionContent } from '../content/session-content.ts';
import type { SessionCore } from '../session-core.ts';
import {
  type DocumentRouteId,
  type ServedHandlers,
  lazy,
  lazyHandlers,
  noInputs,
} from '../session-handlers.ts';
import { planReply } from '../../shared/node/http/content-replies.ts';
import { json } from '../../shared/node/http/reply.ts';
import { withSpoolFile, CachedFile, isThere } from '../content/spool-file.ts';

/** Routes that need the findings, too. */
type OfAll = 'saveSource' | 'shareReview' | 'importComments';

/** A plan or document: its rendered blocks, and the files or folder they came from. */
export const documentContent = (
  core: SessionCore,
): SessionContent<ServedHandlers<Exclude<DocumentRouteId, OfAll>>> => {
  const { assignment, gate } = core;
  const assertOpen = () => gate.assertUndecided();
  if (assignment.provided.includes('documents')) return manyDocuments(core, assertOpen);
  const key = makeAssetKey();
  const blocks = new CachedFile(async () =>
    (await import('./placed-blocks.ts')).readPlacedBlocks(assignment.files.document),
  );
  const shown: FindShown = async (file) => ({
    document: assignment.files.document,
    file,
    isOneOfMany: false,
  });
  return {
    handlers: {
      ...planHandler(core, key),
      ...frameHandlers(core, { key, shown }),
      ...lazyHandlers(
        ['getSource', 'previewSource'],
        async () => (await import('./source-handler.ts')).sourceHandlers(core, shown),
        async () => ({ ...(await documentInputs()), ...(await sourceInputs()) }),
      ),
      ...versionHandlers(core, shown),
      ...linkHandlers(core),
      ...lazyHandlers(
        ['getDocuments'],
        async () => (await import('./documents-handlers.ts')).noDocuments(),
        noInputs,
      ),
      ...noteHandlers(core, shown),
    },
    shown,
    placing: placeInDocument({ blocks, assertOpen }),
    source: sourceOf(core),
    drop: () => blocks.drop(),
  };
};

/** Many documents: what only a session of them needs is loaded with its first request. */
const manyDocuments = (
  core: SessionCore,
  assertOpen: () => void,
): SessionContent<ServedHandlers<Exclude<DocumentRouteId, OfAll>>> => {
  const key = makeAssetKey();
  const documents = lazy(async () => {
    const { Documents } = await import('./documents.ts');
    return new Documents(core);
  });
  const placing = lazy(async () => {
    const { placeInDocuments } = await import('./place-in-documents.ts');
    return placeInDocuments({ documents: await documents(), assertOpen });
  });
  const shown: FindShown = async (wanted) => {
    const all = await documents();
    const { file, path } =
      wanted === undefined ? await all.start() : { file: wanted, path: await all.have(wanted) };
    return { document: path, file, isOneOfMany: true };
  };
  return {
    handlers: {
      ...lazyHandlers(
        ['getPlan', 'getSource', 'getDocuments'],
        async () =>
          (await import('./documents-handlers.ts')).documentsHandlers(core, await documents(), key),
        documentInputs,
      ),
      ...lazyHandlers(
        ['previewSource'],
        async () => (await import('./source-handler.ts')).sourceHandlers(core, shown),
        sourceInputs,
      ),
      ...frameHandlers(core, { key, shown }),
      ...versionHandlers(core, shown),
      ...linkHandlers(core),
      ...noteHandlers(core, shown),
    },
    shown,
    placing: {
      exactly: async (inputs) => (await placing()).exactly(inputs),
      approximately: async (inputs) => (await placing()).approximately(inputs),
    },
    source: askedSource(core),
    drop: () => void documents().then((all) => all.drop()),
    removeVersion: async (version) => (await documents()).removeVersion(version),
  };
};

const documentInputs = async () =>
  (await import('../../shared/session/documents.ts')).documentInputs;

const sourceInputs = async () => (await import('../../shared/session/source.ts')).sourceInputs;

/** An HTML document as it is, and the images of all. */
const frameHandlers = (core: SessionCore, of: { key: string; shown: FindShown }) =>
  lazyHandlers(
    ['getFrame', 'getAsset'],
    async () => (await import('./frame-handlers.ts')).frameHandlers(core, of),
    documentInputs,
  );

/** The files of the project that texts lead to. */
const linkHandlers = (core: SessionCore) =>
  lazyHandlers(
    ['checkLinks', 'getLinkedFile'],
    async () => (await import('./link-handlers.ts')).linkHandlers(core),
    async () => (await import('../../shared/session/links.ts')).linkInputs,
  );

/** Saving what is shown as a note. */
const noteHandlers = (core: SessionCore, find: FindShown) =>
  lazyHandlers(
    ['saveNote'],
    async () => (await import('../notes/note-handler.ts')).noteHandler(core, find),
    async () => (await import('../../shared/session/note.ts')).noteInputs,
  );

/** What was shown and said before. */
const versionHandlers = (core: SessionCore, find: FindShown) => ({
  ...lazyHandlers(
    ['settleComment'],
    async () => (await import('../content/rounds-handlers.ts')).settleHandler(core),
    async () => (await import('../../shared/session/settled.ts')).settledInputs,
  ),
  ...lazyHandlers(
    ['getVersions', 'getVersion', 'compareVersions'],
    async () => (await import('./versions-handlers.ts')).versionsHandlers(core, find),
    async () => (await import('../../shared/session/versions.ts')).versionInputs,
  ),
});

const sourceOf = (core: SessionCore): SessionContent<object>['source'] => {
  const {
    assignment: { source, files },
    preparation,
  } = core;
  if (source.kind !== 'path') return undefined;
  const { path } = source;
  const asked = askedSource(core);
  const state = lazy(async () => {
    const { PathState, isFolder } = await import('../content/path-state.ts');
    if (await isFolder(path)) return undefined;
    return new PathState({ path, contents: contentsPath(files.spool) });
  });
  return {
    read: async () => {
      const own = await state();
      if (own === undefined) return asked.read();
      const now = await own.now();
      return now === undefined ? undefined : { state: now };
    },
    made: async () => {
      if (!preparation.isSettled) return undefined;
      const own = await state();
      return own === undefined ? asked.made() : own.rendered();
    },
  };
};

/** Several documents: a task compares them with what is shown, and this process knows none of the files. */
const askedSource = ({ preparation, derivations, version }: SessionCore) => ({
  read: () => derivations.worktreeState(version.current),
  made: async () => (preparation.isSettled ? 'unchanged' : undefined),
});

/** `GET /api/plan`: the metadata, and the blocks piped from the spool file without parsing. */
const planHandler = (
  { assignment: { title, mode, origin, source, files }, preparation, version }: SessionCore,
  key: string,
): Pick<ServedHandlers, 'getPlan'> => ({
  getPlan: async () => {
    const { current } = preparation;
    const facts = { title, mode, origin, source, version: version.current, preparation: current };
    if (current.state === 'preparing' && current.hasBeginning === true)
      return withSpoolFile(beginningPath(files.document), (file) => planReply(file, facts));
    if (current.state !== 'ready') return json({ ...facts, blocks: [] });
    const { shownVersion } = await import('./shown-version.ts');
    const kept = await shownVersion(files.document);
    const frame = (await isThere(framePath(files.document))) ? { frame: key } : {};
    const assets = await assetsOf(source, files, key);
    const all = { ...facts, ...kept, ...frame, ...assets };
    return withSpoolFile(files.document, (file) => planReply(file, all));
  },
});

/** How the page loads the images of a document that is in a file. */
const assetsOf = async (
  source: ContentSource,
  { document }: Assignment['files'],
  key: string,
): Promise<Pick<PlanAnswer, 'assets'>> => {
  if (source.kind !== 'path') return {};
  if (source.namesFrom === undefined) return { assets: { key } };
  const first = await withSpoolFile(documentSourcePath(document), (file) => findSource(file));
  return { assets: { key, ...(first === undefined ? {} : { document: first.name }) } };
};
