import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { registrySchema, type SupervisorRecord } from '../../shared/supervisor/registry.ts';
import { startedWith } from '../helpers/processes.ts';
import { call, spawnSupervisor, temporaryHome } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';
import { isLongRun } from './size.ts';

const contenders = 8;
const rounds = isLongRun ? 200 : 5;
const hourMs = 60 * 60 * 1000;

type Place = Awaited<ReturnType<typeof temporaryHome>>;
type Contender = Awaited<ReturnType<typeof spawnSupervisor>>;

const running: Contender[] = [];
const places: Place[] = [];
const newPlace = async (): Promise<Place> => {
  const place = await temporaryHome();
  places.push(place);
  return place;
};
afterEach(async () => {
  await end(running.splice(0));
  for (const { remove } of places.splice(0)) await remove();
});

const contend = async ({ home }: Place): Promise<Contender> => {
  const contender = await spawnSupervisor(home);
  running.push(contender);
  return contender;
};

const plantLock = async ({ registryPath }: Place, ageMs: number): Promise<string> => {
  const lock = `${registryPath}.lock`;
  await mkdir(dirname(lock), { recursive: true, mode: 0o700 });
  await mkdir(lock);
  const time = (Date.now() - ageMs) / 1000;
  await utimes(lock, time, time);
  return lock;
};

const recordIn = async ({ registryPath }: Place): Promise<SupervisorRecord> =>
  registrySchema.parse(JSON.parse(await readFile(registryPath, 'utf8'))).supervisor;

const hasEnded = ({ child }: Contender): boolean =>
  child.exitCode !== null || child.signalCode !== null;

/** One of them leads and answers, the others have ended as they should, and only the leader's files are left. */
const expectOneLeader = async (place: Place, all: readonly Contender[]): Promise<void> => {
  await until('all but one have ended', () => all.filter(hasEnded).length === all.length - 1);
  const leader = await recordIn(place);
  // Whoever started one of them was told of the one that stays.
  expect(all.map(({ started }) => started)).toEqual(
    all.map(() => ({ type: 'ready', supervisor: leader })),
  );
  const others = all.filter(({ child }) => child.pid !== leader.pid);
  expect(others).toHaveLength(all.length - 1);
  expect(others.map(({ child }) => child.exitCode)).toEqual(others.map(() => 0));
  expect((await call(`${leader.url}/v1/hello?challenge=x`)).status).toBe(200);
  expect(await readdir(dirname(place.registryPath))).toEqual(['registry.json']);
  // The workers of those that did not lead are gone, too: all that is left is the leader and its own.
  const ours = () => startedWith('GALLEY_HOME', place.home);
  await until('no worker of another is left', () => ours().length <= 3);
  const answer = await call(`${leader.url}/v1/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${leader.token}` },
    body: { mode: 'plan', content: '# P', cwd: '/', detached: true },
  });
  expect(answer.status).toBe(201);
};

const end = async (all: readonly Contender[]): Promise<void> => {
  for (const { child, exited } of all.filter((one) => !hasEnded(one))) {
    child.kill('SIGTERM');
    await exited;
  }
};

describe('eight that start at once', () => {
  test(
    `give one, over a lock that was left behind, ${rounds} times`,
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const place = await newPlace();
        await plantLock(place, hourMs);
        const all = await Promise.all(Array.from({ length: contenders }, () => contend(place)));
        await expectOneLeader(place, all);
        await end(all);
        await place.remove();
      }
    },
    60_000 + rounds * 5000,
  );

  test('give one when the holder of the lock is killed', async () => {
    const place = await newPlace();
    const holding = await holderOfLock(place);
    const others = Array.from({ length: contenders - 1 }, () => contend(place));
    for (const pid of holding) process.kill(pid, 'SIGKILL');
    await expectOneLeader(place, await Promise.all(others));
  }, 90_000);

  test('give one over a lock of the future, as a clock that was set back leaves it', async () => {
    const place = await newPlace();
    await plantLock(place, -hourMs);
    const all = await Promise.all(Array.from({ length: contenders }, () => contend(place)));
    await expectOneLeader(place, all);
  }, 60_000);
});

/** A contender that is stopped while it holds the lock and has not led yet, with what it started: their ids. */
const holderOfLock = async (place: Place): Promise<number[]> => {
  const ours = () => startedWith('GALLEY_HOME', place.home);
  for (;;) {
    const holding = contend(place);
    // Looked for without a pause: it is held for some milliseconds.
    while (!existsSync(`${place.registryPath}.lock`) && !existsSync(place.registryPath))
      await new Promise((resolve) => setImmediate(resolve));
    for (const pid of ours()) process.kill(pid, 'SIGSTOP');
    const names = readdirSync(dirname(place.registryPath));
    if (names.includes('registry.json.lock') && !names.includes('registry.json')) return ours();
    // It was too fast.
    for (const pid of ours()) process.kill(pid, 'SIGCONT');
    await end([await holding]);
  }
};
