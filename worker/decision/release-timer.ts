/** A timer may fire within a millisecond before its time. */
const marginMs = 1;
const retryMs = 2000;

/**
 * Releases what is held when its time is over, and again as often as that fails. The time is that of Node's timers, which
 * no setting of the clock changes: a machine that slept, or a process that stood still, is late and never early.
 */
export class ReleaseTimer {
  readonly #onFailed: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(onFailed: (error: unknown) => void) {
    this.#onFailed = onFailed;
  }

  /** `release` rejects where it is to be tried again. */
  start(ms: number, release: () => Promise<unknown>): void {
    this.stop();
    const timer = setTimeout(() => {
      release().catch((error: unknown) => {
        this.#onFailed(error);
        // Not where it was undone meanwhile.
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
