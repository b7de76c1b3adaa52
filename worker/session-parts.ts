import type { Decision } from '../shared/session/decision.ts';
import type { Assignment } from '../shared/supervisor/worker-messages.ts';
import { AnnotationCollection } from './annotations/annotation-collection.ts';
import { annotationHandlers } from './annotations/annotation-handlers.ts';
import { placeInDiff } from './annotations/place-in-diff.ts';
import { placeInDocument } from './annotations/place-in-document.ts';
import { AnnotationStore } from './annotations/store.ts';
import { configHandlers } from './config/config-handlers.ts';
import { holdDiff } from './content/diff-content.ts';
import { diffHandlers } from './content/diff-handlers.ts';
import { holdDocument } from './content/document-content.ts';
import { planHandler } from './content/plan-handler.ts';
import { Decider } from './decision/decider.ts';
import { DecisionGate } from './decision/decision-gate.ts';
import { decisionHandlers } from './decision/decision-handlers.ts';
import { draftHandlers } from './draft/draft-handlers.ts';
import { DraftStore } from './draft/draft-store.ts';
import { Streams } from './events/streams.ts';
import type { SessionHandlers } from './session-handlers.ts';
import { infoHandlers } from './session/info-handlers.ts';
import { PreparationState } from './session/preparation-state.ts';

/** What a session consists of, put together, and the handlers of its routes. */
export interface SessionParts {
  readonly preparation: PreparationState;
  readonly streams: Streams;
  readonly decider: Decider;
  readonly handlers: SessionHandlers;
  /** Forgets what is held of the content, which has changed. */
  readonly dropContent: () => void;
}

/** Puts a session together; `onDecided` is called once, when its decision is durable. */
export const assembleSession = (
  assignment: Assignment,
  onDecided: (decision: Decision) => void,
): SessionParts => {
  const { mode, limits, files } = assignment;
  const store = new AnnotationStore();
  const gate = new DecisionGate();
  const preparation = new PreparationState();
  const drafts = new DraftStore(files.draft);
  const document = holdDocument(files.document);
  const diff = holdDiff(files.manifest);
  const streams = new Streams({ limits, store, preparation });
  const decider = new Decider({ assignment, store, gate, onDecided });
  const collection = new AnnotationCollection({
    mode,
    limits,
    store,
    gate,
    preparation,
    place: mode === 'review' ? placeInDiff(diff) : placeInDocument(document),
    onEvent: (event) => streams.annotationsChanged(event),
  });
  const handlers: SessionHandlers = {
    ...annotationHandlers({ collection, store, streams }),
    ...infoHandlers({ assignment, preparation, gate, streams }),
    ...planHandler({ assignment, preparation }),
    ...diffHandlers({ assignment, preparation, diff }),
    ...decisionHandlers({ decider, drafts }),
    ...configHandlers({ file: files.config, streams }),
    ...draftHandlers({ drafts, gate, streams }),
  };
  const dropContent = () => {
    document.drop();
    diff.drop();
  };
  return { preparation, streams, decider, handlers, dropContent };
};
