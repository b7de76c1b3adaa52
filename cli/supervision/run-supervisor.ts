import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { leaveFlag, replaceFlag } from '../../shared/supervisor/start-flags.ts';
import { findSupervisor } from '../client/find-supervisor.ts';
import type { Context } from '../context.ts';
import { printNote } from '../output/print.ts';

interface RunOptions {
  /** Whether the reviews go on when it is told to stop. */
  readonly isLeaving: boolean;
}

const pollMs = 2000;

/**
 * Makes this process the supervisor, for whatever keeps processes up: in the place of one that runs; or, where it leaves
 * its reviews, once there is none. Never resolves: the process ends with the supervisor.
 */
export const runSupervisor = async (
  { isLeaving }: RunOptions,
  { paths }: Context,
): Promise<never> => {
  if (isLeaving) await noneLeads(paths.registry);
  await printNote(
    `galley: the supervisor runs in this process until it is stopped; its log is ${join(paths.logFolder, 'supervisor.log')}.`,
  );
  process.argv.push(isLeaving ? leaveFlag : replaceFlag);
  await import(join(dirname(fileURLToPath(import.meta.url)), 'supervisor.cjs'));
  return new Promise(() => undefined);
};

/**
 * Resolves when no supervisor answers. Two that are kept up would take each other's place for ever, and one that was
 * just replaced comes back at once: neither may end the one that leads, so they wait. What cannot be told is left to the
 * election.
 */
const noneLeads = async (registryPath: string): Promise<void> => {
  let isTold = false;
  for (;;) {
    const found = await findSupervisor(registryPath);
    if (found.kind !== 'running') return;
    if (!isTold)
      await printNote(
        `galley: another supervisor is running (process ${found.registry.supervisor.pid}); this one waits until it exits.`,
      );
    isTold = true;
    await delay(pollMs);
  }
};
