import type { Outcome } from '../../shared/session/decision.ts';
import type { Held, NextReview } from '../../shared/session/outcome.ts';
import type { SessionCounts } from '../../shared/session/mode.ts';
import type { Death } from '../../shared/session/session.ts';
import type { ToWorker } from '../../shared/supervisor/worker-messages.ts';
import type { FromWorker } from '../../shared/supervisor/from-worker-messages.ts';

/** A worker's request for derived content. */
export type DeriveCall = Omit<Extract<FromWorker, { type: 'derive' }>, 'type'>;

/** Callbacks for a worker's messages. */
export interface WorkerListeners {
  readonly onDecided: (outcome: Outcome) => void;
  /** A decision is held, or undone if undefined. */
  readonly onHeld: (held: Held | undefined) => void;
  readonly onCounts: (counts: SessionCounts) => void;
  readonly onDerive: (call: DeriveCall) => void;
  /** @returns the next review that is waiting, if any */
  readonly onAskNext: () => NextReview | undefined;
}

/** Passes a message to its listener. @returns the immediate reply, if any */
export const dispatchMessage = (
  message: FromWorker,
  listeners: WorkerListeners,
): ToWorker | undefined => {
  if (message.type === 'decided') listeners.onDecided(message.outcome);
  else if (message.type === 'held') listeners.onHeld(message.held ?? undefined);
  else if (message.type === 'counts') listeners.onCounts(message.counts);
  else if (message.type === 'derive') listeners.onDerive(message);
  else if (message.type === 'askNext')
    return { type: 'next', review: listeners.onAskNext() ?? null };
  return undefined;
};

/** A worker with a session, forked by this or an earlier supervisor. */
export interface SessionWorker {
  readonly pid: number | undefined;
  /** Resolves when the process is gone; never rejects. */
  readonly exited: Promise<Death>;
  /** Tells it that its content is prepared, or answers its `derive`. */
  readonly send: (message: Extract<ToWorker, { type: 'prepared' | 'derived' }>) => void;
  /** Asks the process to exit, then sends SIGTERM, then SIGKILL. Resolves when it is gone. */
  readonly stop: (reason: string) => Promise<Death>;
  /** Signals the worker's whole process group. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Pings the worker unless a ping is pending. */
  readonly probe: () => void;
  /** How long the pending ping has been unanswered, in milliseconds; 0 if none is pending. */
  readonly unansweredMs: (nowMs: number) => number;
}
