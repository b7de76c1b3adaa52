import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import type { Begun } from './steps.ts';
import type { World } from './world.ts';

const longestFreezeMs = 800;

/** What was struck, for the report of a failure. */
export interface Strike {
  readonly pid: number;
  /** False where the process had ended by itself before. */
  readonly isHit: boolean;
}

/** Kills one of the processes that take part in a step, or stops it for a while. */
export const strike = async (
  world: World,
  { victim, kind }: Pick<Fault, 'victim' | 'kind'>,
  begun: Begun,
): Promise<Strike> => {
  const pid = victim === 'supervisor' ? await supervisorOf(world, begun) : begun.pids[victim];
  if (pid === undefined) throw new Error(`the step has no ${victim}`);
  if (kind === 'kill') {
    const isHit = signal(pid, 'SIGKILL');
    if (isHit) world.killed.add(pid);
    return { pid, isHit };
  }
  const isHit = signal(pid, 'SIGSTOP');
  await delay(world.random.below(longestFreezeMs));
  signal(pid, 'SIGCONT');
  return { pid, isHit };
};

/** The one that leads, or one of those that are starting. */
const supervisorOf = async (world: World, { starting }: Begun): Promise<number> =>
  starting === undefined ? await world.supervisorPid() : world.random.pick(starting);

/** @returns false where it has ended by itself */
const signal = (pid: number, name: NodeJS.Signals): boolean => {
  try {
    return process.kill(pid, name);
  } catch (error) {
    // One look and then the signal would leave a moment between the two.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
};
