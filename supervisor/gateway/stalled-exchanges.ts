import type { ServerResponse } from 'node:http';

/** A request that is handed on to a session, until its answer is over. */
export interface Exchange {
  readonly response: ServerResponse;
  /** Whether it stands still because its client takes nothing of the answer, or sends nothing of the request. */
  readonly isStalled: () => boolean;
}

/**
 * Bounds how many connections to each session are held up by clients, so that the others are left for who reads: where
 * one more is held up, the one whose client has taken nothing for the longest time is cut off.
 */
export class StalledExchanges {
  readonly #maxOfSession: number;
  /** By the port of the session; in the order in which they began, or last had nothing that waited to be taken. */
  readonly #active = new Map<number, Set<Exchange>>();

  constructor(maxOfSession: number) {
    this.#maxOfSession = maxOfSession;
  }

  /**
   * To be called before it takes a connection.
   * @returns what is to be called when it is over
   */
  begin(port: number, exchange: Exchange): () => void {
    const active = this.#active.get(port) ?? new Set();
    this.#active.set(port, active.add(exchange));
    exchange.response.on('drain', () => {
      if (active.delete(exchange)) active.add(exchange);
    });
    this.bound(port);
    return () => {
      active.delete(exchange);
      if (active.size === 0 && this.#active.get(port) === active) this.#active.delete(port);
    };
  }

  /** To be called whenever one more may be held up. */
  bound(port: number): void {
    const active = this.#active.get(port);
    if (active === undefined || active.size <= this.#maxOfSession) return;
    const stalled = [...active].filter(({ isStalled }) => isStalled());
    if (stalled.length > this.#maxOfSession) stalled[0]?.response.destroy();
  }
}
