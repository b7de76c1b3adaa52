import { setTimeout as delay } from 'node:timers/promises';

const longestPauseMs = 100;

/**
 * Polls until the condition holds; fails with its description on timeout, which may say how things stand then. The longer it takes, the longer the pauses, as
 * polling may take as much CPU time as what is waited for.
 */
export const until = async (
  what: string | (() => string),
  isSo: () => boolean | Promise<boolean>,
  timeoutMs = 30_000,
  firstPauseMs = 10,
): Promise<void> => {
  const start = Date.now();
  while (!(await isSo())) {
    const elapsedMs = Date.now() - start;
    if (elapsedMs > timeoutMs)
      throw new Error(`not within ${timeoutMs} ms: ${typeof what === 'string' ? what : what()}`);
    await delay(Math.min(longestPauseMs, Math.max(firstPauseMs, elapsedMs / 8)));
  }
};
