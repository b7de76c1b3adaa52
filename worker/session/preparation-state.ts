import type { Preparation } from '../../shared/session/mode.ts';

/** How far the session's content is, and a way to wait until that is settled. */
export class PreparationState {
  #current: Preparation = { state: 'preparing' };
  readonly #waiting: (() => void)[] = [];

  get current(): Preparation {
    return this.#current;
  }

  get isSettled(): boolean {
    return this.#current.state !== 'preparing';
  }

  /** Resolves, in the order of asking, when the content is ready or has failed, or when `release` is called. */
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

  /** Lets go of all who wait, since what they wait for no longer matters. */
  release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
