import type { Held, NextReview } from '../shared/session/outcome.ts';
import type { SessionCounts } from '../shared/session/mode.ts';
import type { Assignment } from '../shared/supervisor/worker-messages.ts';
import type { FromWorker } from '../shared/supervisor/from-worker-messages.ts';
import { AnnotationStore } from './annotations/store.ts';
import { Derivations } from './content/derivations.ts';
import { DecisionGate } from './decision/decision-gate.ts';
import type { Decided } from './decision/decision-states.ts';
import { ReviewedFacts } from './decision/decision-record.ts';
import { Streams } from './events/streams.ts';
import { lazy } from './session-handlers.ts';
import { LiveCounts } from './session/live-counts.ts';
import { PreparationState, ContentVersion } from './content/content-state.ts';

/** How a session notifies and queries its process. */
export interface SessionHooks {
  /** Called once, when the decision is durable and final. */
  readonly onDecided: (decision: Decided) => void;
  /** Called with a decision that is held, and with undefined when it is undone. */
  readonly onHeld: (held: Held | undefined) => void;
  /** A held decision could not be released in time; it is retried. */
  readonly onLate: (error: unknown) => void;
  /** Tells the supervisor how much there is. @returns false if it cannot be told now */
  readonly sendCounts: (counts: SessionCounts) => boolean;
  readonly askNext: () => Promise<NextReview | undefined>;
  /** Asks the supervisor to derive a file into the spool. @returns false if there is none at the moment */
  readonly derive: (message: Extract<FromWorker, { type: 'derive' }>) => boolean;
}

/** The parts common to all kinds of session; large ones are loaded lazily. */
export const makeCore = (
  assignment: Assignment,
  { onDecided, onHeld, onLate, sendCounts, askNext, derive }: SessionHooks,
) => {
  const { limits, files } = assignment;
  const store = new AnnotationStore();
  const gate = new DecisionGate();
  const preparation = new PreparationState();
  const streams = new Streams({ limits, store, preparation });
  const version = new ContentVersion();
  const reviewed = new ReviewedFacts(assignment.reviewed);
  const derivations = new Derivations({ send: derive });
  const drafts = lazy(async () => {
    const { DraftStore } = await import('./draft/draft-store.ts');
    return new DraftStore(files.draft);
  });
  return {
    assignment,
    store,
    gate,
    preparation,
    askNext,
    counts: new LiveCounts({ store, send: sendCounts }),
    streams,
    version,
    reviewed,
    derivations,
    drafts,
    decider: lazy(async () => {
      const { Decider } = await import('./decision/decider.ts');
      const told = { onDecided, onHeld, onLate };
      return new Decider({ assignment, reviewed, store, gate, streams, drafts, ...told });
    }),
  };
};

export type SessionCore = ReturnType<typeof makeCore>;
