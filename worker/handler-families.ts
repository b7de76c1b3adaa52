import { lazy, lazyFamily } from './lazy-handlers.ts';
import type { SessionCore } from './session-core.ts';
import type { SessionHandlers } from './session-handlers.ts';

/** The findings that are changed, and the content that they are placed in anew. */
export const findingFamilies = (
  core: SessionCore,
): SessionHandlers<'addAnnotations' | 'updateAnnotation' | 'removeAnnotations' | 'refresh'> => {
  const collection = lazy(() => makeCollection(core));
  const change = lazyFamily(async () => {
    const { changeHandlers } = await import('./annotations/change-handlers.ts');
    return changeHandlers(await collection());
  });
  const refresh = lazyFamily(async () => {
    const { refreshHandler } = await import('./content/refresh-handler.ts');
    return refreshHandler({ ...core, collection, derivations: await core.derivations() });
  });
  return {
    addAnnotations: change('addAnnotations'),
    updateAnnotation: change('updateAnnotation'),
    removeAnnotations: change('removeAnnotations'),
    refresh: refresh('refresh'),
  };
};

/** What there is of a document beside its blocks. */
export const documentFamilies = ({
  assignment,
  preparation,
}: SessionCore): SessionHandlers<'getPlanSource'> => {
  const source = lazyFamily(async () => {
    const { sourceHandler } = await import('./document/source-handler.ts');
    return sourceHandler({ assignment, preparation });
  });
  return { getPlanSource: source('getPlanSource') };
};

/** What there is of a code change. */
export const diffFamilies = (
  core: SessionCore,
): SessionHandlers<
  | 'getDiff'
  | 'getDiffColours'
  | 'getFilePatch'
  | 'searchDiff'
  | 'getDiffSide'
  | 'getDiffImage'
  | 'getDiffLines'
  | 'getViewed'
  | 'changeViewed'
> => {
  const { assignment, preparation, diff, derivations, version, streams } = core;
  const diffs = lazyFamily(async () => {
    const { diffHandlers } = await import('./changes/diff-handlers.ts');
    return diffHandlers({ assignment, preparation, version, diff, derivations });
  });
  const colours = lazyFamily(async () => {
    const { coloursHandler } = await import('./changes/colours-handler.ts');
    return coloursHandler(core);
  });
  const sides = lazyFamily(async () => {
    const { sideHandlers } = await import('./changes/side-handlers.ts');
    return sideHandlers({ preparation, diff, derivations: await derivations() });
  });
  const viewed = lazyFamily(async () => {
    const { viewedHandlers } = await import('./viewed/viewed-handlers.ts');
    return viewedHandlers({ file: assignment.files.viewed, streams });
  });
  return {
    getDiff: diffs('getDiff'),
    getDiffColours: colours('getDiffColours'),
    getFilePatch: diffs('getFilePatch'),
    searchDiff: diffs('searchDiff'),
    getDiffSide: sides('getDiffSide'),
    getDiffImage: sides('getDiffImage'),
    getDiffLines: sides('getDiffLines'),
    getViewed: viewed('getViewed'),
    changeViewed: viewed('changeViewed'),
  };
};

/** What the reviewer writes, decides and sets. */
export const reviewerFamilies = ({
  assignment,
  decider,
  drafts,
  gate,
  streams,
  counts,
  askNext,
}: SessionCore): SessionHandlers<
  | 'approve'
  | 'deny'
  | 'sendFeedback'
  | 'previewDecision'
  | 'exit'
  | 'releaseDecision'
  | 'undoDecision'
  | 'getConfig'
  | 'changeConfig'
  | 'getDraft'
  | 'saveDraft'
  | 'deleteDraft'
> => {
  const decide = lazyFamily(async () => {
    const { decisionHandlers } = await import('./decision/decision-handlers.ts');
    return decisionHandlers({ decider: await decider(), drafts: await drafts(), askNext });
  });
  const preview = lazyFamily(async () => {
    const { previewHandler } = await import('./decision/preview-handler.ts');
    return previewHandler({ mode: assignment.mode, decider: await decider() });
  });
  const config = lazyFamily(async () => {
    const { configHandlers } = await import('./config/config-handlers.ts');
    return configHandlers({ file: assignment.files.config, streams });
  });
  const draft = lazyFamily(async () => {
    const { draftHandlers } = await import('./draft/draft-handlers.ts');
    return draftHandlers({ drafts: await drafts(), gate, streams, counts });
  });
  return {
    approve: decide('approve'),
    deny: decide('deny'),
    sendFeedback: decide('sendFeedback'),
    previewDecision: preview('previewDecision'),
    exit: decide('exit'),
    releaseDecision: decide('releaseDecision'),
    undoDecision: decide('undoDecision'),
    getConfig: config('getConfig'),
    changeConfig: config('changeConfig'),
    getDraft: draft('getDraft'),
    saveDraft: draft('saveDraft'),
    deleteDraft: draft('deleteDraft'),
  };
};

const makeCollection = async (core: SessionCore) => {
  const { AnnotationCollection } = await import('./annotations/annotation-collection.ts');
  const { placeInDiff } = await import('./annotations/place-in-diff.ts');
  const { placeInDocument } = await import('./annotations/place-in-document.ts');
  const { store, gate, preparation, version, streams, blocks, diff, counts } = core;
  const { mode, limits } = core.assignment;
  return new AnnotationCollection({
    mode,
    limits,
    store,
    gate,
    preparation,
    version,
    placing:
      mode === 'review'
        ? placeInDiff(diff)
        : placeInDocument({ blocks, assertOpen: () => gate.assertUndecided() }),
    onEvent: (event) => {
      streams.annotationsChanged(event);
      counts.found();
    },
    onMoved: () => streams.annotationsMoved(),
  });
};
