import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the condition holds; fails with its description on timeout. */
export const until = async (
  what: string,
  isSo: () => boolean | Promise<boolean>,
  timeoutMs = 30_000,
): Promise<void> => {
  const deadline = Date.now() + timeoutMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await delay(20);
  }
};
