import type { Preparation } from '../../shared/session/mode.ts';
import type { Death } from '../../shared/session/session.ts';

/** A worker that has a session, whichever supervisor forked it. */
export interface SessionWorker {
  readonly pid: number | undefined;
  /** Resolves when the process is gone; never rejects. */
  readonly exited: Promise<Death>;
  readonly prepared: (preparation: Preparation) => void;
  /** Ends the process: asks, then TERM, then KILL. Resolves when it is gone. */
  readonly stop: (reason: string) => Promise<Death>;
  /** Signals the worker's whole process group. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Asks for a sign of life, unless one is owed already. */
  readonly probe: () => void;
  /** How long it has owed an answer, in milliseconds; 0 where it owes none. */
  readonly owedMs: (nowMs: number) => number;
}
