import { mkdir, readdir, readFile, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect } from 'vitest';
import { registrySchema, type SupervisorRecord } from '../../../shared/supervisor/registry.ts';
import { controlPath } from '../../helpers/paths.ts';
import { startedWith, withoutTasks } from '../../helpers/processes.ts';
import { call } from '../../helpers/http-call.ts';
import { homeWith, spawnSupervisor } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';

export type Place = Awaited<ReturnType<typeof homeWith>>;
export type Contender = Awaited<ReturnType<typeof spawnSupervisor>>;

/** Starts supervisors in their own homes; `stop` kills those still running and removes the homes. */
export const startContenders = () => {
  const running: Contender[] = [];
  const places: Place[] = [];
  return {
    newPlace: async (): Promise<Place> => {
      // One: that of a contender that does not lead must not stay.
      const place = await homeWith({ warmWorkers: 1 });
      places.push(place);
      return place;
    },
    contend: async (
      { home }: Place,
      env: Readonly<Record<string, string>> = {},
    ): Promise<Contender> => {
      const contender = await spawnSupervisor(home, { env });
      running.push(contender);
      return contender;
    },
    stop: async (): Promise<void> => {
      await endAll(running.splice(0));
      for (const { remove } of places.splice(0)) await remove();
    },
  };
};

/** Leaves a lock of this age; in the future if negative. */
export const plantLock = async ({ registryPath }: Place, ageMs: number): Promise<void> => {
  const lock = `${registryPath}.lock`;
  await mkdir(dirname(lock), { recursive: true, mode: 0o700 });
  await mkdir(lock);
  const time = (Date.now() - ageMs) / 1000;
  await utimes(lock, time, time);
};

const recordIn = async ({ registryPath }: Place): Promise<SupervisorRecord> =>
  registrySchema.parse(JSON.parse(await readFile(registryPath, 'utf8'))).supervisor;

const hasEnded = ({ child }: Contender): boolean =>
  child.exitCode !== null || child.signalCode !== null;

/** One leads and responds, the others have exited properly, and only the leader's files are left. */
export const expectOneLeader = async (
  place: Place,
  all: readonly Contender[],
): Promise<SupervisorRecord> => {
  await until('all but one have ended', () => all.filter(hasEnded).length === all.length - 1);
  const leader = await recordIn(place);
  const others = all.filter(({ child }) => child.pid !== leader.pid);
  expect(others).toHaveLength(all.length - 1);
  expect(others.map(({ child }) => child.exitCode)).toEqual(others.map(() => 0));
  expect((await call(`${leader.url}${controlPath('hello')}?challenge=x`)).status).toBe(200);
  expect(await readdir(dirname(place.registryPath))).toEqual(['registry.json']);
  // The workers of the others have exited, too: only the leader and its own is left.
  const ours = () => withoutTasks(startedWith('GALLEY_HOME', place.home));
  await until('no worker of another is left', () => ours().length <= 2);
  const answer = await call(`${leader.url}${controlPath('openSession')}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${leader.token}` },
    body: { mode: 'plan', content: '# P', cwd: '/', detached: true },
  });
  expect(answer.status).toBe(201);
  return leader;
};

export const endAll = async (all: readonly Contender[]): Promise<void> => {
  for (const { child, exited } of all.filter((one) => !hasEnded(one))) {
    child.kill('SIGTERM');
    await exited;
  }
};
