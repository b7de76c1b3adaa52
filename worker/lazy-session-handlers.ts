import type { Freshness } from './content/freshness.ts';
import type { SessionContent } from './content/session-content.ts';
import { lazy, lazyHandlers } from './lazy-handlers.ts';
import type { SessionCore } from './session-core.ts';
import { stream } from '../shared/node/http/reply.ts';
import type { ServedHandlers } from './session-handlers.ts';

/** The handlers for findings, and for the refresh that re-anchors them. */
export const lazyFindingHandlers = (
  core: SessionCore,
  content: SessionContent<object>,
  freshness: Freshness | undefined,
): ServedHandlers<
  | 'listAnnotations'
  | 'streamAnnotations'
  | 'addAnnotations'
  | 'updateAnnotation'
  | 'removeAnnotations'
  | 'refresh'
> => {
  const read = lazyHandlers(async () => {
    const { readHandlers } = await import('./annotations/read-handlers.ts');
    return readHandlers(core);
  });
  const collection = lazy(() => makeCollection(core, content));
  const change = lazyHandlers(async () => {
    const { changeHandlers } = await import('./annotations/change-handlers.ts');
    return changeHandlers(await collection());
  });
  const refresh = lazyHandlers(async () => {
    const { refreshHandler } = await import('./content/refresh-handler.ts');
    return refreshHandler({
      ...core,
      content,
      freshness,
      collection,
      derivations: await core.derivations(),
    });
  });
  return {
    listAnnotations: read('listAnnotations'),
    streamAnnotations: () => stream(core.streams.tools),
    addAnnotations: change('addAnnotations'),
    updateAnnotation: change('updateAnnotation'),
    removeAnnotations: change('removeAnnotations'),
    refresh: refresh('refresh'),
  };
};

/** The handlers for drafts, decisions and settings. */
export const lazyReviewerHandlers = ({
  assignment,
  decider,
  drafts,
  gate,
  streams,
  counts,
  askNext,
}: SessionCore): ServedHandlers<
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
  const decide = lazyHandlers(async () => {
    const { decisionHandlers } = await import('./decision/decision-handlers.ts');
    return decisionHandlers({ decider: await decider(), drafts: await drafts(), askNext });
  });
  const preview = lazyHandlers(async () => {
    const { previewHandler } = await import('./decision/preview-handler.ts');
    return previewHandler({ mode: assignment.mode, decider: await decider() });
  });
  const config = lazyHandlers(async () => {
    const { configHandlers } = await import('./config/config-handlers.ts');
    return configHandlers({ file: assignment.files.config, streams });
  });
  const draft = lazyHandlers(async () => {
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

const makeCollection = async (core: SessionCore, content: SessionContent<object>) => {
  const { AnnotationCollection } = await import('./annotations/annotation-collection.ts');
  const { store, gate, preparation, version, streams, counts } = core;
  const { mode, limits } = core.assignment;
  return new AnnotationCollection({
    mode,
    limits,
    store,
    gate,
    preparation,
    version,
    placing: await content.placing(),
    onEvent: (event) => {
      streams.annotationsChanged(event);
      counts.found();
    },
    onMoved: () => streams.annotationsMoved(),
  });
};
