import type { Freshness } from './content/freshness.ts';
import type { SessionContent } from './content/session-content.ts';
import { lazy, lazyHandlers } from './lazy-handlers.ts';
import type { SessionCore } from './session-core.ts';
import { stream } from '../shared/node/http/reply.ts';

const loadFindingSchemas = async () =>
  (await import('../shared/session/finding-routes.ts')).findingSchemas;

/** The handlers for findings, and for the refresh that re-anchors them. */
export const lazyFindingHandlers = (
  core: SessionCore,
  content: SessionContent<object>,
  freshness: Freshness | undefined,
) => {
  const collection = lazy(() => makeCollection(core, content));
  return {
    streamAnnotations: () => stream(core.streams.tools),
    ...lazyHandlers(
      ['listAnnotations'],
      async () => {
        const { readHandlers } = await import('./annotations/read-handlers.ts');
        return readHandlers(core);
      },
      loadFindingSchemas,
    ),
    ...lazyHandlers(
      ['addAnnotations', 'updateAnnotation', 'removeAnnotations'],
      async () => {
        const { changeHandlers } = await import('./annotations/change-handlers.ts');
        return changeHandlers(await collection());
      },
      loadFindingSchemas,
    ),
    ...lazyHandlers(['refresh'], async () => {
      const { refreshHandler } = await import('./content/refresh-handler.ts');
      return refreshHandler({
        ...core,
        content,
        freshness,
        collection,
        derivations: await core.derivations(),
      });
    }),
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
}: SessionCore) => ({
  ...lazyHandlers(
    ['approve', 'deny', 'sendFeedback', 'exit', 'releaseDecision', 'undoDecision'],
    async () => {
      const { decisionHandlers } = await import('./decision/decision-handlers.ts');
      return decisionHandlers({ decider: await decider(), drafts: await drafts(), askNext });
    },
  ),
  ...lazyHandlers(['previewDecision'], async () => {
    const { previewHandler } = await import('./decision/preview-handler.ts');
    return previewHandler({ mode: assignment.mode, decider: await decider() });
  }),
  ...lazyHandlers(['getConfig', 'changeConfig'], async () => {
    const { configHandlers } = await import('./config/config-handlers.ts');
    return configHandlers({ file: assignment.files.config, streams });
  }),
  ...lazyHandlers(['getDraft', 'saveDraft', 'deleteDraft'], async () => {
    const { draftHandlers } = await import('./draft/draft-handlers.ts');
    return draftHandlers({ drafts: await drafts(), gate, streams, counts });
  }),
});

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
