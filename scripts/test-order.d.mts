/** Slow test files with about as many seconds as they take, the slowest first. */
export const slowFiles: Readonly<Record<string, number>>;

/** The paths of test files in the order of a run: first what starts the most processes, then the slow ones. */
export const inTestOrder: (paths: readonly string[]) => string[];
