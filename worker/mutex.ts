/** Runs tasks one after the other, in the order in which they come; one that fails does not hold up the next. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
