/** Slow test files with about as many seconds as they take, the slowest first. */
export const slowFiles: Readonly<Record<string, number>>;

/** The paths with the slow files first; the others keep the order that they have. */
export const slowestFirst: (paths: readonly string[]) => string[];
