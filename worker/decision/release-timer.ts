/** Timers may fire up to a millisecond early. */
const marginMs = 1;
const retryMs = 2000;

/**
 * Releases the held decision when its time is up, with retries. Uses Node's monotonic timers: changing the clock has no
 * effect, and a machine that slept or a process that was suspended releases late, never early.
 */
export class ReleaseTimer {
  readonly #onFailed: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(onFailed: (error: unknown) => void) {
    this.#onFailed = onFailed;
  }

  /** `release` rejects to be retried. */
  start(ms: number, release: () => Promise<unknown>): void {
    this.stop();
    const timer = setTimeout(() => {
      release().catch((error: unknown) => {
        this.#onFailed(error);
        // Unless it was undone meanwhile.
        if (this.#timer === timer) this.start(retryMs, release);
      });
    }, ms + marginMs);
    this.#timer = timer;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
