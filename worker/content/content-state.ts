import type { Preparation } from '../../shared/session/mode.ts';

/** The state of preparing the content, and a way to wait for it to settle. */
export class PreparationState {
  #current: Preparation = { state: 'preparing' };
  readonly #waiting: (() => void)[] = [];

  get current(): Preparation {
    return this.#current;
  }

  get isSettled(): boolean {
    return this.#current.state !== 'preparing';
  }

  /** Resolves, in FIFO order, once the content is ready or has failed, or on `release`. */
  settled(): Promise<void> {
    return this.isSettled
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#waiting.push(resolve);
        });
  }

  change(preparation: Preparation): void {
    this.#current = preparation;
    if (this.isSettled) this.release();
  }

  /** Unblocks all waiters: the content no longer matters. */
  release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** Version number of the session's content, starting at 1. */
export class ContentVersion {
  #current = 1;

  get current(): number {
    return this.#current;
  }

  /** Increments the version for new content. */
  count(): void {
    this.#current += 1;
  }
}
