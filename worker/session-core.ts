import { changePaths } from '../shared/node/paths.ts';
import type { NextReview } from '../shared/session/next-review.ts';
import type { Assignment, FromWorker } from '../shared/supervisor/worker-messages.ts';
import { AnnotationStore } from './annotations/store.ts';
import { ContentVersion } from './content/content-version.ts';
import { HeldFile } from './content/held-file.ts';
import { sourceFreshness } from './content/source-freshness.ts';
import { Decider } from './decision/decider.ts';
import { DecisionGate, type Decided } from './decision/decision-gate.ts';
import { Streams } from './events/streams.ts';
import { lazy } from './lazy-handlers.ts';
import { HeldCounts } from './session/held-counts.ts';
import { PreparationState } from './session/preparation-state.ts';

/** What a session tells its process, and asks it. */
export interface SessionHooks {
  /** Called once, when the decision is durable. */
  readonly onDecided: (decision: Decided) => void;
  readonly onCounts: () => void;
  readonly askNext: () => Promise<NextReview | undefined>;
  /** Asks the supervisor to make something in the spool; false where there is none at the moment. */
  readonly derive: (message: Extract<FromWorker, { type: 'derive' }>) => boolean;
}

/** What a session consists of from the start; the rest is loaded when it is asked for. */
export const makeCore = (
  assignment: Assignment,
  { onDecided, onCounts, askNext, derive }: SessionHooks,
) => {
  const { limits, files } = assignment;
  const store = new AnnotationStore();
  const gate = new DecisionGate();
  const preparation = new PreparationState();
  const streams = new Streams({ limits, store, preparation });
  const version = new ContentVersion();
  const diff = new HeldFile(async () => {
    const paths = changePaths(files.spool, version.current);
    return (await import('./content/diff-index.ts')).readDiffIndex(paths);
  });
  const derivations = lazy(async () => {
    const { Derivations } = await import('./content/derivations.ts');
    return new Derivations({ send: derive });
  });
  return {
    assignment,
    store,
    gate,
    preparation,
    askNext,
    counts: new HeldCounts({ store, onChange: onCounts }),
    streams,
    version,
    diff,
    derivations,
    freshness: sourceFreshness({ assignment, streams, preparation, diff, derivations }),
    decider: new Decider({ assignment, store, gate, onDecided }),
    blocks: new HeldFile(async () =>
      (await import('./content/placed-blocks.ts')).readPlacedBlocks(files.document),
    ),
    drafts: lazy(async () => {
      const { DraftStore } = await import('./draft/draft-store.ts');
      return new DraftStore(files.draft);
    }),
  };
};

export type SessionCore = ReturnType<typeof makeCore>;
