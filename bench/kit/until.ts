import { setTimeout as delay } from 'node:timers/promises';

interface UntilOptions {
  /** What is being waited for, for the error message. */
  readonly what: string;
  readonly deadlineMs?: number;
  readonly intervalMs?: number;
}

/**
 * Polls until the result is not undefined.
 * @throws Error after the deadline
 */
export const until = async <Value>(
  ask: () => Promise<Value | undefined>,
  { what, deadlineMs = 30_000, intervalMs = 10 }: UntilOptions,
): Promise<Value> => {
  const endMs = performance.now() + deadlineMs;
  for (;;) {
    const value = await ask();
    if (value !== undefined) return value;
    if (performance.now() > endMs) throw new Error(`${what}: not within ${deadlineMs} ms`);
    await delay(intervalMs);
  }
};
