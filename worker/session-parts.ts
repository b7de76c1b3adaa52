import type { Decision } from '../shared/session/decision.ts';
import type { NextReview } from '../shared/session/next-review.ts';
import type { Assignment, FromWorker } from '../shared/supervisor/worker-messages.ts';
import { readHandlers } from './annotations/read-handlers.ts';
import { AnnotationStore } from './annotations/store.ts';
import { ContentVersion } from './content/content-version.ts';
import { Freshness } from './content/freshness.ts';
import { HeldFile } from './content/held-file.ts';
import { planHandler } from './content/plan-handler.ts';
import { Decider } from './decision/decider.ts';
import { DecisionGate } from './decision/decision-gate.ts';
import { Streams } from './events/streams.ts';
import { lazy, lazyFamily } from './lazy-handlers.ts';
import type { SessionHandlers } from './session-handlers.ts';
import { HeldCounts } from './session/held-counts.ts';
import { infoHandlers } from './session/info-handlers.ts';
import { PreparationState } from './session/preparation-state.ts';

/** What a session tells its process, and asks it. */
export interface SessionHooks {
  /** Called once, when the decision is durable. */
  readonly onDecided: (decision: Decision) => void;
  readonly onCounts: () => void;
  readonly askNext: () => Promise<NextReview | undefined>;
  /** Asks the supervisor to make something in the spool; false where there is none at the moment. */
  readonly derive: (message: Extract<FromWorker, { type: 'derive' }>) => boolean;
}

/** What a session consists of from the start; the rest is loaded when it is asked for. */
const makeCore = (
  assignment: Assignment,
  { onDecided, onCounts, askNext, derive }: SessionHooks,
) => {
  const { limits, files } = assignment;
  const store = new AnnotationStore();
  const gate = new DecisionGate();
  const preparation = new PreparationState();
  const streams = new Streams({ limits, store, preparation });
  return {
    assignment,
    store,
    gate,
    preparation,
    askNext,
    counts: new HeldCounts({ store, onChange: onCounts }),
    streams,
    version: new ContentVersion(),
    freshness: makeFreshness(assignment, streams),
    decider: new Decider({ assignment, store, gate, onDecided }),
    blocks: new HeldFile(async () =>
      (await import('./content/placed-blocks.ts')).readPlacedBlocks(files.document),
    ),
    diff: new HeldFile(async () =>
      (await import('./content/diff-index.ts')).readDiffIndex(files.manifest),
    ),
    derivations: lazy(async () => {
      const { Derivations } = await import('./content/derivations.ts');
      return new Derivations({ send: derive });
    }),
    drafts: lazy(async () => {
      const { DraftStore } = await import('./draft/draft-store.ts');
      return new DraftStore(files.draft);
    }),
  };
};

/** A plan or document that came from a path is looked after; a folder is not. */
const makeFreshness = ({ mode, source }: Assignment, streams: Streams): Freshness | undefined => {
  if (mode === 'review' || source.kind !== 'path') return undefined;
  const freshness = new Freshness({
    path: source.path,
    hasReaders: () => streams.page.size > 0,
    onChange: (isStale) => streams.freshnessChanged(isStale),
  });
  void freshness.begin();
  return freshness;
};

/** What a session consists of, put together. */
export type SessionParts = ReturnType<typeof makeCore> & { readonly handlers: SessionHandlers };

/** Puts a session together. */
export const assembleSession = (assignment: Assignment, hooks: SessionHooks): SessionParts => {
  const core = makeCore(assignment, hooks);
  return { ...core, handlers: makeHandlers(core) };
};

const makeHandlers = (core: ReturnType<typeof makeCore>): SessionHandlers => {
  const { decider, drafts, gate, streams, assignment, preparation, diff, derivations } = core;
  const { counts, askNext } = core;
  const collection = lazy(() => makeCollection(core));
  const change = lazyFamily(async () => {
    const { changeHandlers } = await import('./annotations/change-handlers.ts');
    return changeHandlers(await collection());
  });
  const refresh = lazyFamily(async () => {
    const { refreshHandler } = await import('./content/refresh-handler.ts');
    return refreshHandler({ ...core, collection, derivations: await derivations() });
  });
  const diffs = lazyFamily(async () => {
    const { diffHandlers } = await import('./content/diff-handlers.ts');
    return diffHandlers({ assignment, preparation, diff, derivations });
  });
  const sides = lazyFamily(async () => {
    const { sideHandlers } = await import('./content/side-handlers.ts');
    return sideHandlers({ assignment, preparation, diff, derivations: await derivations() });
  });
  const decide = lazyFamily(async () => {
    const { decisionHandlers } = await import('./decision/decision-handlers.ts');
    return decisionHandlers({ decider, drafts: await drafts(), askNext });
  });
  const config = lazyFamily(async () => {
    const { configHandlers } = await import('./config/config-handlers.ts');
    return configHandlers({ file: assignment.files.config, streams });
  });
  const draft = lazyFamily(async () => {
    const { draftHandlers } = await import('./draft/draft-handlers.ts');
    return draftHandlers({ drafts: await drafts(), gate, streams, counts });
  });
  const viewed = lazyFamily(async () => {
    const { viewedHandlers } = await import('./viewed/viewed-handlers.ts');
    return viewedHandlers(assignment.files.viewed);
  });
  return {
    ...readHandlers(core),
    ...infoHandlers(core),
    ...planHandler(core),
    addAnnotations: change('addAnnotations'),
    updateAnnotation: change('updateAnnotation'),
    removeAnnotations: change('removeAnnotations'),
    refresh: refresh('refresh'),
    getDiff: diffs('getDiff'),
    getFilePatch: diffs('getFilePatch'),
    searchDiff: diffs('searchDiff'),
    getDiffSide: sides('getDiffSide'),
    getDiffImage: sides('getDiffImage'),
    getDiffLines: sides('getDiffLines'),
    getViewed: viewed('getViewed'),
    changeViewed: viewed('changeViewed'),
    approve: decide('approve'),
    deny: decide('deny'),
    sendFeedback: decide('sendFeedback'),
    exit: decide('exit'),
    getConfig: config('getConfig'),
    changeConfig: config('changeConfig'),
    getDraft: draft('getDraft'),
    saveDraft: draft('saveDraft'),
    deleteDraft: draft('deleteDraft'),
  };
};

const makeCollection = async (core: ReturnType<typeof makeCore>) => {
  const { AnnotationCollection } = await import('./annotations/annotation-collection.ts');
  const { placeInDiff } = await import('./annotations/place-in-diff.ts');
  const { placeInDocument } = await import('./annotations/place-in-document.ts');
  const { store, gate, preparation, streams, blocks, diff, counts } = core;
  const { mode, limits } = core.assignment;
  return new AnnotationCollection({
    mode,
    limits,
    store,
    gate,
    preparation,
    place: mode === 'review' ? placeInDiff(diff) : placeInDocument(blocks),
    onEvent: (event) => {
      streams.annotationsChanged(event);
      counts.found();
    },
  });
};
