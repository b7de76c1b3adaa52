import { backoffMs, pause } from './backoff.ts';
import { firstPaint } from './first-paint.ts';

let attempts = 0;

/**
 * Dynamic import that can be retried. Chromium caches a failed import by URL, so the retry appends a query to the URL
 * in the error message.
 */
export const importModule = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load();
  } catch (error) {
    const address = /\bhttps?:\S+/u.exec(String(error))?.[0];
    if (address === undefined) throw error;
    attempts += 1;
    return (await import(/* @vite-ignore */ `${address}?again=${attempts}`)) as Module;
  }
};

const tries = 40;

/**
 * Imports an essential chunk after first paint; retries for about three minutes. Also called by the diff library
 * (scripts/limit-highlighter.ts).
 */
export const importWithRetry = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  await firstPaint();
  for (let attempt = 1; ; attempt += 1)
    try {
      return await importModule(load);
    } catch (error) {
      if (attempt === tries) throw error;
      await pause(backoffMs(attempt));
    }
};
