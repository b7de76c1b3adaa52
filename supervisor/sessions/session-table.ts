import { GalleyError } from '../../shared/errors.ts';
import type { NextReview } from '../../shared/session/outcome.ts';
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

/** The running sessions by id, and those whose end has not been announced yet. */
export class SessionTable {
  readonly #byId = new Map<string, Session>();
  readonly #ending = new Set<Session>();

  get size(): number {
    return this.#byId.size;
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  find(id: string): Session | undefined {
    return this.#byId.get(id);
  }

  /** @throws GalleyError `not_found` */
  get(id: string): Session {
    const session = this.#byId.get(id);
    if (session === undefined)
      throw new GalleyError(
        'not_found',
        'There is no session with this id. `galley sessions list` shows the running ones.',
      );
    return session;
  }

  /** Oldest first. */
  all(): Session[] {
    return [...this.#byId.values()];
  }

  add(session: Session): void {
    this.#byId.set(session.record.id, session);
  }

  /** All that run and all that are ending: a client that sees these will hear of the end of each. */
  unannounced(): Session[] {
    return [...this.#ending, ...this.#byId.values()];
  }

  /** The session's process is gone. */
  end(session: Session): void {
    this.#byId.delete(session.record.id);
    this.#ending.add(session);
  }

  /** The session's end is announced. */
  forget(session: Session): void {
    this.#ending.delete(session);
  }

  /** The review that has waited longest and is ready to be looked at, other than this one. */
  nextAfter(id: string): NextReview | undefined {
    const next = this.all().find(
      ({ record, outcome, closeReason }) =>
        record.id !== id &&
        outcome === undefined &&
        closeReason === undefined &&
        record.held === undefined &&
        record.isResponsive &&
        record.preparation.state === 'ready',
    );
    if (next === undefined) return undefined;
    const { title, url } = next.record;
    return { id: next.record.id, title, url };
  }
}
