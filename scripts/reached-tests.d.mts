/** The tests to run for some changed files, and those that are reached and do not fit into `seconds`. */
export const testsToRun: (
  tests: readonly string[],
  changed: readonly string[],
  seconds: number,
) => { readonly chosen: readonly string[]; readonly left: readonly string[] };
