/** Why a hook has to answer now. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
}

/** A tenth of the time, within these bounds, is left to keep the review open and to answer. */
const leastReserveMs = 500;
const mostReserveMs = 5000;
const reserveOf = (limitMs: number): number =>
  Math.min(Math.max(limitMs / 10, leastReserveMs), mostReserveMs);

/** The time within which a hook must answer, counted from the start of its process. */
export class HookLimit {
  readonly #controller = new AbortController();
  #limitMs = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  /** Aborted with a LimitReached when it is time to answer. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** As it was set; infinite where the host does no harm when it stops waiting. */
  get limitMs(): number {
    return this.#limitMs;
  }

  /** What is left until the answer must be out. */
  get remainingMs(): number {
    return Math.max(this.#limitMs - performance.now(), 0);
  }

  /** May be set again, as long as it was not reached. */
  set(limitMs: number): void {
    clearTimeout(this.#timer);
    this.#limitMs = limitMs;
    if (!Number.isFinite(limitMs)) return;
    const untilMs = limitMs - reserveOf(limitMs) - performance.now();
    const reached = () => this.#controller.abort(new LimitReached());
    this.#timer = setTimeout(reached, Math.max(untilMs, 0));
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /**
   * What comes in time, even where it heeds no signal.
   * @throws LimitReached
   */
  async inTime<Value>(pending: Promise<Value>): Promise<Value> {
    let reached: (() => void) | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      reached = () => reject(this.signal.reason as LimitReached);
      if (this.signal.aborted) reached();
      else this.signal.addEventListener('abort', reached);
    });
    try {
      return await Promise.race([pending, late]);
    } finally {
      if (reached !== undefined) this.signal.removeEventListener('abort', reached);
      // Nobody waits for what comes too late.
      pending.catch(() => undefined);
    }
  }
}
