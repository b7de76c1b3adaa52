import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replaceFlag } from '../../shared/supervisor/replace-flag.ts';
import type { Context } from '../context.ts';
import { printNote } from '../output/print.ts';

/**
 * Makes this process the supervisor, in the place of one that runs, for whatever keeps processes up. Never resolves: the
 * process ends with the supervisor.
 */
export const runSupervisor = async ({ paths }: Context): Promise<never> => {
  await printNote(
    `galley: the supervisor runs in this process until it is stopped; its log is ${join(paths.logFolder, 'supervisor.log')}.`,
  );
  process.argv.push(replaceFlag);
  await import(join(dirname(fileURLToPath(import.meta.url)), 'supervisor.cjs'));
  return new Promise(() => undefined);
};
