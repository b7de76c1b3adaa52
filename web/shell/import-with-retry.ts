import { backoffMs, pause } from './backoff.ts';
import { firstPaint } from './first-paint.ts';
import { importModule } from './import-module.ts';

const tries = 40;

/**
 * Imports an essential chunk after first paint; retries for about three minutes. Also called by the diff library
 * (scripts/limit-highlighter.ts).
 */
export const importWithRetry = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  await firstPaint();
  const { signal } = new AbortController();
  for (let attempt = 1; ; attempt += 1)
    try {
      return await importModule(load);
    } catch (error) {
      if (attempt === tries) throw error;
      await pause(backoffMs(attempt), signal);
    }
};
