/** Exponential backoff in milliseconds before an attempt (0 for the first), up to 5 s. */
export const backoffMs = (attempt: number): number => {
  if (attempt === 0) return 0;
  return Math.min(5000, 200 * 1.6 ** (attempt - 1));
};

/** Waits, or returns early if `signal` aborts. Never throws. */
export const pause = (durationMs: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted === true || durationMs === 0) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, durationMs);
    signal?.addEventListener('abort', done);
  });
