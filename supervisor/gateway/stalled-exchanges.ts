import type { ServerResponse } from 'node:http';

/** A request being forwarded to a session, until its answer has ended. */
export interface Exchange {
  readonly response: ServerResponse;
  /** Whether it is blocked on its client, which neither reads the answer nor sends the rest of the request. */
  readonly isStalled: () => boolean;
}

/**
 * Limits the connections to each session that stalled clients may hold, so that the others stay free. Over the limit,
 * the exchange that has been without progress for longest is cut off.
 */
export class StalledExchanges {
  readonly #maxOfSession: number;
  /** By session port; ordered by start or last drain, so the longest stalled come first. */
  readonly #active = new Map<number, Set<Exchange>>();

  constructor(maxOfSession: number) {
    this.#maxOfSession = maxOfSession;
  }

  /**
   * Call before taking a connection.
   * @returns a function to call when the exchange is over
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

  /** Enforces the limit; call whenever an exchange may have stalled. */
  bound(port: number): void {
    const active = this.#active.get(port);
    if (active === undefined || active.size <= this.#maxOfSession) return;
    const stalled = [...active].filter(({ isStalled }) => isStalled());
    if (stalled.length > this.#maxOfSession) stalled[0]?.response.destroy();
  }
}
