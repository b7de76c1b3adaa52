import { setImmediate } from 'node:timers/promises';
import { Mutex } from '../mutex.ts';

/** Time slice, after which other requests are served. */
const sliceMs = 8;
/** Concurrent runs; more wait, since each holds memory. */
const atOnce = 4;

/**
 * Runs long computations cooperatively on the main thread, in time slices that all of them share; other requests are
 * served in between. A few are interleaved, so short ones need not wait for long ones.
 */
export class Slices {
  readonly #turn = new Mutex();
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #sliceEndsAt = 0;

  /**
   * Runs `steps`, each of about a millisecond, and returns their result. `check` runs before each slice; if it throws,
   * the run is abandoned.
   */
  async run<Result>(steps: Generator<void, Result>, check: () => void): Promise<Result> {
    if (this.#running < atOnce) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      for (;;) {
        const step = await this.#turn.run(() => this.#slice(steps, check));
        if (step.done === true) return step.value;
      }
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  async #slice<Result>(
    steps: Generator<void, Result>,
    check: () => void,
  ): Promise<IteratorResult<void, Result>> {
    if (performance.now() >= this.#sliceEndsAt) {
      await setImmediate();
      this.#sliceEndsAt = performance.now() + sliceMs;
    }
    check();
    let step = steps.next();
    while (step.done !== true && performance.now() < this.#sliceEndsAt) step = steps.next();
    return step;
  }
}
