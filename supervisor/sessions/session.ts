import type { Outcome } from '../../shared/session/decision.ts';
import type { SessionRecord } from '../../shared/session/session.ts';
import type { SessionWorker } from '../workers/session-worker.ts';
import type { Attachment } from './attachment.ts';

/** A running session: its record, its process, and what is in progress. */
export interface Session {
  record: SessionRecord;
  readonly worker: SessionWorker;
  /** Aborts its tasks. */
  readonly preparing: AbortController;
  /** Undefined if it is detached. */
  readonly attachment: Attachment | undefined;
  /** Set once the decision is durable. */
  outcome: Outcome | undefined;
  /** The reason, if it is being closed on request. */
  closeReason: string | undefined;
  /** Whether an adopted worker has answered yet. */
  isReached: boolean;
  /** For how many beats in a row it has not answered. */
  lateBeats: number;
  /** Resolves when its process is gone and everything is cleaned up. */
  readonly reaped: Promise<void>;
}
