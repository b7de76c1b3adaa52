import { setImmediate } from 'node:timers/promises';
import { Mutex } from '../mutex.ts';

/** How long work goes on before other requests get their turn. */
const sliceMs = 8;
/** As many run in turns: each has memory of its own. */
const atOnce = 4;

/**
 * Runs long work on the main thread a slice at a time: between two slices, whosever they are, other requests are
 * answered. A few run in turns, so that what is short need not wait for what is long.
 */
export class Slices {
  readonly #turn = new Mutex();
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #sliceEndsAt = 0;

  /** The result of `steps`, each of about a millisecond. What `check` throws before a slice ends it. */
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
