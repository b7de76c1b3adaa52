import type { Outcome } from '../../shared/session/decision.ts';
import type { SessionRecord } from '../../shared/session/session.ts';
import type { SessionWorker } from '../workers/session-worker.ts';
import type { Attachment } from './attachment.ts';

/** A running session: its record, its process, and what is under way for it. */
export interface Session {
  record: SessionRecord;
  readonly worker: SessionWorker;
  /** Aborts the tasks that prepare its content. */
  readonly preparing: AbortController;
  /** Undefined where it is detached. */
  readonly attachment: Attachment | undefined;
  /** Set once its decision is durable. */
  outcome: Outcome | undefined;
  /** Set when it is being closed on request: why. */
  closeReason: string | undefined;
  /** Whether a worker that was adopted has answered yet. */
  isReached: boolean;
  /** For how many beats in a row it has owed an answer. */
  lateBeats: number;
  /** Resolves when its process is gone and nothing but its decision is left. */
  readonly reaped: Promise<void>;
}
