import { setTimeout as delay } from 'node:timers/promises';

interface UntilOptions {
  /** What is awaited, for the error. */
  readonly what: string;
  readonly deadlineMs?: number;
  readonly intervalMs?: number;
}

/**
 * Asks again until the answer is no longer undefined.
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
