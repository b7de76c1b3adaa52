import { setTimeout as delay } from 'node:timers/promises';
import { isThere } from '../../helpers/processes.ts';
import type { Begun } from './steps.ts';
import type { World } from './world.ts';

const victims = ['worker', 'supervisor', 'cli'] as const;
const kinds = ['kill', 'freeze'] as const;
const longestFreezeMs = 800;

/** What was done to whom, for the report of a failure. */
export interface Strike {
  readonly victim: (typeof victims)[number];
  readonly kind: (typeof kinds)[number];
  readonly pid: number;
}

/** Kills one of the processes that take part in a step, or stops it for a while. */
export const strike = async (world: World, { pids, starting }: Begun): Promise<Strike> => {
  const victim = world.random.pick(victims);
  const kind = world.random.pick(kinds);
  const supervisor =
    starting === undefined ? await world.supervisorPid() : world.random.pick(starting);
  const pid = (victim === 'supervisor' ? undefined : pids[victim]) ?? supervisor;
  if (kind === 'kill') {
    world.killed.add(pid);
    signal(pid, 'SIGKILL');
  } else {
    signal(pid, 'SIGSTOP');
    await delay(world.random.below(longestFreezeMs));
    signal(pid, 'SIGCONT');
  }
  return { victim: pid === supervisor ? 'supervisor' : victim, kind, pid };
};

/** It may have ended by itself just now. */
const signal = (pid: number, name: NodeJS.Signals): void => {
  if (isThere(pid)) process.kill(pid, name);
};
