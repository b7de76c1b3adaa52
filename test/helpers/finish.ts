/** Runs a generator of steps and returns its result. */
export const finish = <Result>(steps: Generator<void, Result>): Result => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};
