import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import type { Begun } from './steps.ts';
import type { World } from './world.ts';

const longestFreezeMs = 800;

/** The result of a fault, for failure reports. */
export interface Strike {
  readonly pid: number;
  /** False if the process had already exited. */
  readonly isHit: boolean;
}

/** Kills a process involved in a step, or suspends it for a while. */
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

/** The leader, or one of the starting ones. */
const supervisorOf = async (world: World, { starting }: Begun): Promise<number> =>
  starting === undefined ? await world.supervisorPid() : world.random.pick(starting);

/** @returns false if it has exited */
const signal = (pid: number, name: NodeJS.Signals): boolean => {
  try {
    return process.kill(pid, name);
  } catch (error) {
    // Checking first would leave a gap before the signal.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
};
