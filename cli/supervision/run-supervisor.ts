import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { leaveFlag, replaceFlag } from '../../shared/supervisor/start-flags.ts';
import { findSupervisor } from '../client/find-supervisor.ts';
import { liveSessions } from '../client/read-registry.ts';
import type { Context } from '../context.ts';
import { printNote } from '../output/print.ts';

interface RunOptions {
  /** Whether reviews stay open when it is stopped. */
  readonly isLeaving: boolean;
}

const pollMs = 2000;

/**
 * Runs the supervisor in this process, for systemd and the like. Replaces a running one; with `isLeaving` waits until
 * none is running. Never resolves: the process ends with the supervisor.
 */
export const runSupervisor = async (
  { isLeaving }: RunOptions,
  { paths }: Context,
): Promise<never> => {
  if (isLeaving) await untilNoneLeads(paths.registry);
  else await announceReplacing(paths.registry);
  const onSignal = isLeaving ? 'leaves open reviews to the next one' : 'closes open reviews';
  await printNote(
    `galley: the supervisor runs in this process until a signal stops it, which ${onSignal}; its log is ${join(paths.logFolder, 'supervisor.log')}.`,
  );
  process.argv.push(isLeaving ? leaveFlag : replaceFlag);
  await import(join(dirname(fileURLToPath(import.meta.url)), 'supervisor.cjs'));
  return new Promise(() => undefined);
};

const announceReplacing = async (registryPath: string): Promise<void> => {
  const found = await findSupervisor(registryPath);
  if (found.kind !== 'running') return;
  const { length: open } = liveSessions(found.registry);
  await printNote(
    `galley: this replaces the supervisor that is running (process ${found.registry.supervisor.pid}) and takes over its open reviews (${open}).`,
  );
};

/**
 * Resolves when no supervisor answers. Two supervised supervisors would replace each other for ever, so they wait. If
 * the state is unclear, the election decides.
 */
const untilNoneLeads = async (registryPath: string): Promise<void> => {
  let isReported = false;
  for (;;) {
    const found = await findSupervisor(registryPath);
    if (found.kind !== 'running') return;
    if (!isReported)
      await printNote(
        `galley: another supervisor is running (process ${found.registry.supervisor.pid}); this one waits until it exits.`,
      );
    isReported = true;
    await delay(pollMs);
  }
};
