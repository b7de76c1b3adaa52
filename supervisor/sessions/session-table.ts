import { GalleyError } from '../../shared/errors.ts';
import type { NextReview } from '../../shared/session/next-review.ts';
import type { Session } from './session.ts';

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
