import { backoffMs, pause } from '../../common/backoff.ts';
import { firstPaint } from '../../common/first-paint.ts';
import { importModule } from '../../common/import-module.ts';

const tries = 40;

/**
 * Imports a part without which no code can be shown: behind the page's first paint, and again for three minutes where it
 * cannot be had. What calls it is written into the diff library by limit-highlighter.ts.
 */
export const importPatiently = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  await firstPaint();
  const { signal } = new AbortController();
  for (let attempt = 1; attempt < tries; attempt += 1)
    try {
      return await importModule(load);
    } catch {
      await pause(backoffMs(attempt), signal);
    }
  return importModule(load);
};
