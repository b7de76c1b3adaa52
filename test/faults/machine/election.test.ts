import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { startedWith } from '../../helpers/processes.ts';
import {
  endAll,
  expectOneLeader,
  plantLock,
  startContenders,
  type Contender,
  type Place,
} from './contenders.ts';
import { isLongRun } from './size.ts';

const rounds = isLongRun ? 200 : 1;
const hourMs = 60 * 60 * 1000;

const { newPlace, contend, stop } = startContenders();
afterEach(stop);

const times = (count: number, place: Place): Promise<Contender>[] =>
  Array.from({ length: count }, () => contend(place));

describe('eight supervisors that start at once', () => {
  test(
    `elect one, despite a lock left behind, ${rounds === 1 ? 'once' : `${rounds} times`}`,
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const place = await newPlace();
        await plantLock(place, hourMs);
        const all = await Promise.all(times(8, place));
        const leader = await expectOneLeader(place, all);
        // Every starter was told about the leader.
        for (const { started } of all)
          expect(started).toEqual({ type: 'ready', supervisor: leader });
        await endAll(all);
        await place.remove();
      }
    },
    60_000 + rounds * 15_000,
  );

  test('elect one when the holder of the lock is killed', async () => {
    const place = await newPlace();
    const holding = await holderOfLock(place);
    const others = times(7, place);
    for (const pid of holding) process.kill(pid, 'SIGKILL');
    await expectOneLeader(place, await Promise.all(others));
  });

  test('elect one despite a lock from the future, as left by a clock that was set back', async () => {
    const place = await newPlace();
    await plantLock(place, -hourMs);
    const all = await Promise.all(times(8, place));
    await expectOneLeader(place, all);
  });
});

/**
 * Suspends a contender, with its child processes, while it holds the lock but does not lead yet. Returns their pids.
 */
const holderOfLock = async (place: Place): Promise<number[]> => {
  const ours = () => startedWith('GALLEY_HOME', place.home);
  for (;;) {
    const holding = contend(place);
    // Busy-waits, since the lock is held for milliseconds only.
    while (!existsSync(`${place.registryPath}.lock`) && !existsSync(place.registryPath))
      await new Promise((resolve) => setImmediate(resolve));
    for (const pid of ours()) process.kill(pid, 'SIGSTOP');
    const names = readdirSync(dirname(place.registryPath));
    if (names.includes('registry.json.lock') && !names.includes('registry.json')) return ours();
    // It was too fast.
    for (const pid of ours()) process.kill(pid, 'SIGCONT');
    await endAll([await holding]);
  }
};
