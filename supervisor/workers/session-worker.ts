import type { Outcome } from '../../shared/session/decision.ts';
import type { Held } from '../../shared/session/held.ts';
import type { Preparation } from '../../shared/session/mode.ts';
import type { NextReview } from '../../shared/session/next-review.ts';
import type { SessionCounts } from '../../shared/session/session-counts.ts';
import type { Death } from '../../shared/session/session.ts';
import type { FromWorker, ToWorker } from '../../shared/supervisor/worker-messages.ts';

/** What a worker asks its supervisor for. */
export type DeriveCall = Omit<Extract<FromWorker, { type: 'derive' }>, 'type'>;

/** What is done with the words of a worker that has a session. */
export interface WorkerListeners {
  readonly onDecided: (outcome: Outcome) => void;
  /** A decision is held, or was undone. */
  readonly onHeld: (held: Held | undefined) => void;
  readonly onCounts: (counts: SessionCounts) => void;
  readonly onDerive: (call: DeriveCall) => void;
  /** @returns the review that waits next, if any does */
  readonly onAskNext: () => NextReview | undefined;
}

/** Tells the listeners of a message. @returns what the worker is to be answered at once, if anything */
export const hearWorker = (
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

/** A worker that has a session, whichever supervisor forked it. */
export interface SessionWorker {
  readonly pid: number | undefined;
  /** Resolves when the process is gone; never rejects. */
  readonly exited: Promise<Death>;
  readonly prepared: (preparation: Preparation) => void;
  /** Answers what it has asked for. */
  readonly derived: (answer: Omit<Extract<ToWorker, { type: 'derived' }>, 'type'>) => void;
  /** Ends the process: asks, then TERM, then KILL. Resolves when it is gone. */
  readonly stop: (reason: string) => Promise<Death>;
  /** Signals the worker's whole process group. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Asks for a sign of life, unless one is owed already. */
  readonly probe: () => void;
  /** How long it has owed an answer, in milliseconds; 0 where it owes none. */
  readonly owedMs: (nowMs: number) => number;
}
