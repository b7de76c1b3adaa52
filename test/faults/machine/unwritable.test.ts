import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../helpers/http-call.ts';
import { controlPath, sessionPath } from '../../helpers/paths.ts';
import type { TestSupervisor } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';
import { startOn } from './disk-home.ts';
import { smallDisk, type SmallDisk } from './small-disk.ts';

let disk: SmallDisk;
let galley: TestSupervisor;
beforeAll(async () => {
  disk = await smallDisk({ bytes: 64 * 2 ** 20, inodes: 2000 });
  galley = await startOn(disk);
});
afterAll(async () => {
  await galley.stop();
  await disk.remove();
});

interface Obstacle {
  readonly name: string;
  readonly reason: string;
  readonly place: (folder: string) => Promise<void>;
  readonly remove: (folder: string) => Promise<void>;
}

// Not by permissions, which do not apply to root.
const obstacles: readonly Obstacle[] = [
  {
    name: 'mounted to be read only',
    reason: 'EROFS',
    place: async (folder) => {
      const path = join(disk.folder, 'state', folder);
      await disk.run('mount', '--bind', path, path);
      await disk.run('mount', '-o', 'remount,bind,ro', path);
    },
    remove: (folder) => disk.run('umount', join(disk.folder, 'state', folder)),
  },
  {
    name: 'a file instead',
    reason: 'ENOTDIR',
    place: async (folder) => {
      const path = join(disk.outside, 'state', folder);
      await rename(path, `${path}.away`);
      await writeFile(path, '');
    },
    remove: async (folder) => {
      const path = join(disk.outside, 'state', folder);
      await rm(path);
      await rename(`${path}.away`, path);
    },
  },
];

const plan = { mode: 'plan', content: '# A plan', detached: true };
const failedFor = ({ reason }: Obstacle) => ({
  status: 500,
  json: { code: 'storage_failed', error: expect.stringContaining(reason) },
});

test.each(obstacles)('a session can end if its spool is $name', async (obstacle) => {
  const [closed, killed] = [await galley.open(plan), await galley.open(plan)];
  await obstacle.place('sessions');
  const answer = await galley.api(controlPath('closeSession', { params: { id: closed.id } }), {
    method: 'DELETE',
  });
  expect(answer.json).toMatchObject({ outcome: 'closed' });
  process.kill(killed.pid, 'SIGKILL');
  const decision = await galley.api(
    controlPath('getDecision', { params: { id: killed.id }, query: { wait: 60 } }),
  );
  expect(decision.json).toMatchObject({ outcome: 'undecided' });
  await obstacle.remove('sessions');
  expect((await galley.open(plan)).id).toMatch(/^\w{12}$/u);
});

test.each(obstacles)('no session opens in a spool that is $name', async (obstacle) => {
  const before = await galley.open(plan);
  await obstacle.place('sessions');
  const request = { method: 'POST', body: { ...plan, cwd: disk.folder } };
  expect(await galley.api(controlPath('listSessions'), request)).toMatchObject(failedFor(obstacle));
  expect((await call(`${before.url}${sessionPath('getSession')}`)).status).toBe(200);
  await obstacle.remove('sessions');
  expect((await galley.api(controlPath('listSessions'), request)).status).toBe(201);
});

test.each(obstacles)('no decision is accepted in a folder that is $name', async (obstacle) => {
  const { id, url } = await galley.open(plan);
  const approve = () =>
    call(`${url}${sessionPath('approve')}`, { method: 'POST', body: { feedback: 'my words' } });
  await obstacle.place('decisions');
  expect(await approve()).toMatchObject(failedFor(obstacle));
  expect((await call(`${url}${sessionPath('getSession')}`)).json).toMatchObject({
    state: 'running',
  });
  await obstacle.remove('decisions');
  expect((await approve()).status).toBe(200);
  expect(
    (await galley.api(controlPath('getDecision', { params: { id }, query: { wait: 60 } }))).json,
  ).toMatchObject({
    outcome: 'approved',
    feedback: 'my words',
  });
});

test.each(obstacles)(
  'a session can end, and reports it, in a folder that is $name',
  async (obstacle) => {
    const { id, pid } = await galley.open(plan);
    await obstacle.place('decisions');
    process.kill(pid, 'SIGKILL');
    const outcome = async () =>
      (await galley.api(controlPath('getDecision', { params: { id }, query: { wait: 60 } })))
        .json as {
        outcome: string;
      };
    expect(await outcome()).toMatchObject({ outcome: 'undecided' });
    await obstacle.remove('decisions');
    const file = join(disk.outside, 'state', 'decisions', `${id}.json`);
    await until('it is written', () => existsSync(file));
    expect(await outcome()).toMatchObject({ outcome: 'undecided' });
  },
);

test.each(obstacles)('no unsent text is lost in a folder that is $name', async (obstacle) => {
  const { url } = await galley.open(plan);
  const save = (generation: number) =>
    call(`${url}${sessionPath('saveDraft')}`, {
      method: 'PUT',
      body: { generation, comments: [] },
    });
  expect((await save(1)).status).toBe(200);
  await obstacle.place('drafts');
  expect(await save(2)).toMatchObject(failedFor(obstacle));
  await obstacle.remove('drafts');
  expect((await call(`${url}${sessionPath('getDraft')}`)).json).toMatchObject({ generation: 1 });
  expect((await save(2)).status).toBe(200);
});
