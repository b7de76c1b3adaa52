import { stream } from '../shared/node/http/reply.ts';
import type { ApiRoute } from '../shared/node/http/serve-route.ts';
import type { Mode } from '../shared/session/mode.ts';
import type { RoutePath } from '../shared/session/route.ts';
import { sessionPaths } from '../shared/session/session-paths.ts';
import type { Assignment } from '../shared/supervisor/worker-messages.ts';
import { changeContent } from './changes/change-content.ts';
import { watchSource, type Freshness } from './content/freshness.ts';
import type { Refresher } from './content/refresher.ts';
import type { SessionContent } from './content/session-content.ts';
import { documentContent } from './document/document-content.ts';
import type { FindShown } from './document/shown-document.ts';
import { makeCore, type SessionCore, type SessionHooks } from './session-core.ts';
import {
  lazy,
  lazyHandlers,
  noInputs,
  type CommonRouteId,
  type ServedHandlers,
} from './session-handlers.ts';
import { infoHandlers } from './session/info-handlers.ts';

/** The assembled parts of a session. */
export interface SessionParts extends SessionCore {
  readonly content: SessionContent<Partial<ServedHandlers>>;
  readonly handlers: ServedHandlers<CommonRouteId> & Partial<ServedHandlers>;
}

/** Assembles a session: what only reads memory eagerly, the rest lazily. */
export const assembleSession = (assignment: Assignment, hooks: SessionHooks): SessionParts => {
  const core = makeCore(assignment, hooks);
  const content = assignment.mode === 'review' ? changeContent(core) : documentContent(core);
  const freshness = watchSource(content.source, core);
  const handlers = {
    ...infoHandlers(core),
    ...findingHandlers(core, content, freshness),
    ...reviewerHandlers(core, content.shown),
    ...content.handlers,
  };
  return { ...core, content, handlers };
};

/** The rows of the route table for a mode, with their handlers; other modes' routes do not exist. */
export const routesOf = (mode: Mode, handlers: Partial<ServedHandlers>): ApiRoute[] =>
  sessionPaths
    .filter(({ modes }: RoutePath) => modes === undefined || modes.includes(mode))
    .flatMap((route) => {
      const handler = handlers[route.id];
      return handler === undefined ? [] : [{ route, handler }];
    });

/** The handlers for findings, and for what re-anchors them: refreshing, and saving an edited text. */
const findingHandlers = (
  core: SessionCore,
  content: SessionContent<object>,
  freshness: Freshness | undefined,
) => {
  const collection = lazy(() => makeCollection(core, content));
  const refresher = lazy(async () => {
    const { Refresher } = await import('./content/refresher.ts');
    return new Refresher(core, { content, freshness, collection });
  });
  const refreshing = async () =>
    (await import('./content/refresh-handler.ts')).refreshHandler(core, await refresher());
  return {
    streamAnnotations: () => stream(core.streams.tools),
    ...lazyHandlers(
      ['listAnnotations', 'addAnnotations', 'updateAnnotation', 'removeAnnotations'],
      async () => {
        const { annotationHandlers } = await import('./annotations/annotation-handlers.ts');
        return annotationHandlers(core, collection);
      },
      async () => (await import('../shared/session/finding-inputs.ts')).findingInputs,
    ),
    ...lazyHandlers(
      ['refresh'],
      refreshing,
      async () => (await import('../shared/session/refresh.ts')).refreshInputs,
    ),
    ...lazyHandlers(
      ['chooseScope'],
      refreshing,
      async () => (await import('../shared/session/scope.ts')).repositoryInputs,
    ),
    ...(content.shown === undefined
      ? {}
      : documentRoutes(core, { find: content.shown, refresher, collection })),
  };
};

interface DocumentRoutes {
  readonly find: FindShown;
  readonly refresher: () => Promise<Refresher>;
  readonly collection: () => ReturnType<typeof makeCollection>;
}

/** Saving an edited text; a document as a file, and what colleagues wrote in it. */
const documentRoutes = (core: SessionCore, { find, refresher, collection }: DocumentRoutes) => ({
  ...lazyHandlers(
    ['saveSource'],
    async () =>
      (await import('./document/save-handler.ts')).saveHandler(core, {
        find,
        refresher: await refresher(),
      }),
    async () => (await import('../shared/session/source.ts')).sourceInputs,
  ),
  ...lazyHandlers(
    ['shareReview', 'importComments'],
    async () =>
      (await import('./sharing/sharing-handlers.ts')).sharingHandlers(core, { find, collection }),
    async () => (await import('../shared/session/share.ts')).shareInputs,
  ),
});

const makeCollection = async (core: SessionCore, content: SessionContent<object>) => {
  const { AnnotationCollection } = await import('./annotations/annotation-collection.ts');
  const { streams, counts } = core;
  const { mode, limits } = core.assignment;
  return new AnnotationCollection({
    ...core,
    mode,
    limits,
    placing: content.placing,
    onEvent: (event) => {
      streams.annotationsChanged(event);
      counts.changed();
    },
    onMoved: () => streams.annotationsMoved(),
  });
};

const drafting = (core: SessionCore) => async () =>
  (await import('./draft/draft-handlers.ts')).draftHandlers(core);

const decisionInputs = async () => (await import('../shared/session/decision.ts')).decisionInputs;

/** The handlers for drafts, decisions and settings. */
const reviewerHandlers = (core: SessionCore, find: FindShown | undefined) => ({
  ...lazyHandlers(
    ['approve', 'deny', 'sendFeedback', 'exit', 'releaseDecision', 'undoDecision'],
    async () => (await import('./decision/decision-handlers.ts')).decisionHandlers(core, find),
    decisionInputs,
  ),
  ...lazyHandlers(
    ['previewDecision'],
    async () => (await import('./decision/preview-handler.ts')).previewHandler(core, find),
    decisionInputs,
  ),
  ...lazyHandlers(
    ['getConfig', 'changeConfig'],
    async () => (await import('./session/config-handlers.ts')).configHandlers(core),
    async () => (await import('../shared/config.ts')).configInputs,
  ),
  ...lazyHandlers(
    ['addUpload', 'getUpload', 'deleteUpload'],
    async () => (await import('./uploads/upload-handlers.ts')).uploadHandlers(core),
    async () => (await import('../shared/session/upload.ts')).uploadInputs,
  ),
  ...lazyHandlers(
    ['getRounds'],
    async () => (await import('./content/rounds-handlers.ts')).roundsHandler(core),
    noInputs,
  ),
  ...lazyHandlers(
    ['getSkills'],
    async () => (await import('./session/skills-handler.ts')).skillsHandler(core),
    noInputs,
  ),
  ...lazyHandlers(
    ['getDraft', 'deleteDraft'],
    drafting(core),
    async () => (await import('../shared/session/draft-queries.ts')).draftQueries,
  ),
  ...lazyHandlers(
    ['saveDraft'],
    drafting(core),
    async () => (await import('../shared/session/draft.ts')).draftInputs,
  ),
});
