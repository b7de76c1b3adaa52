import type { ServerResponse } from 'node:http';

/** A request that is handed on to a session, until its answer is over. */
export interface Exchange {
  readonly response: ServerResponse;
  /** Whether it stands still because its client takes nothing of the answer, or sends nothing of the request. */
  readonly isHeldUp: () => boolean;
}

/**
 * Bounds how many connections to each session are held up by clients, so that the others are left for who reads: where
 * one more is held up, the one whose client has taken nothing for the longest time is cut off.
 */
export class HeldUpExchanges {
  readonly #maxOfSession: number;
  /** By the port of the session; in the order in which they began, or last had nothing that waited to be taken. */
  readonly #underWay = new Map<number, Set<Exchange>>();

  constructor(maxOfSession: number) {
    this.#maxOfSession = maxOfSession;
  }

  /**
   * To be called before it takes a connection.
   * @returns what is to be called when it is over
   */
  begin(port: number, exchange: Exchange): () => void {
    const underWay = this.#underWay.get(port) ?? new Set();
    this.#underWay.set(port, underWay.add(exchange));
    exchange.response.on('drain', () => {
      if (underWay.delete(exchange)) underWay.add(exchange);
    });
    this.bound(port);
    return () => {
      underWay.delete(exchange);
      if (underWay.size === 0 && this.#underWay.get(port) === underWay) this.#underWay.delete(port);
    };
  }

  /** To be called whenever one more may be held up. */
  bound(port: number): void {
    const underWay = this.#underWay.get(port);
    if (underWay === undefined || underWay.size <= this.#maxOfSession) return;
    const heldUp = [...underWay].filter(({ isHeldUp }) => isHeldUp());
    if (heldUp.length > this.#maxOfSession) heldUp[0]?.response.destroy();
  }
}
