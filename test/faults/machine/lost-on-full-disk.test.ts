import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Decision } from '../../../shared/session/decision.ts';
import { decide } from '../../helpers/galley.ts';
import { controlPath } from '../../helpers/paths.ts';
import { startSupervisor, type TestSupervisor } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';
import { homeOn, startOn } from './disk-home.ts';
import { resources, roomOf } from './each-write.ts';
import { smallDisk, type SmallDisk } from './small-disk.ts';

let disk: SmallDisk;
let galley: TestSupervisor;
beforeEach(async () => {
  disk = await smallDisk({ bytes: 64 * 2 ** 20, inodes: 2000 });
  galley = await startOn(disk);
});
afterEach(async () => {
  await galley.stop();
  await disk.remove();
});

const open = () =>
  galley.open({ mode: 'plan', content: `# A plan\n\n${'word '.repeat(50_000)}`, detached: true });
const spools = () => readdir(join(disk.outside, 'state', 'sessions'));
const decisionFile = (id: string) => join(disk.outside, 'state', 'decisions', `${id}.json`);
const decisionOf = async (id: string) =>
  (await galley.api(controlPath('getDecision', { params: { id }, query: { wait: 60 } })))
    .json as Decision;
const succeed = async (): Promise<void> => {
  const exited = once(galley.child, 'exit');
  galley.child.kill('SIGKILL');
  await exited;
  disk.makeRoom();
  galley = await startSupervisor(homeOn(disk), { through: disk.through });
};

test.each(resources)(
  'on a disk without %s the files of a lost session make room for its decision',
  async (resource) => {
    const { id, pid } = await open();
    disk.leave(roomOf(resource, 0));
    process.kill(pid, 'SIGKILL');
    expect(await decisionOf(id)).toMatchObject({ outcome: 'undecided' });
    await until('it is on the disk, which is as full as before', () =>
      existsSync(decisionFile(id)),
    );
    await until('its spool is gone', async () => (await spools()).length === 0);
    await succeed();
    expect(await decisionOf(id)).toMatchObject({ id, outcome: 'undecided' });
  },
);

test('a decision that could not be written before the supervisor died is known to the next one', async () => {
  const killed = await open();
  const closed = await open();
  const held = await open();
  await decide(held.url, 'approve', { undoSeconds: 60 });
  const decisions = join(disk.folder, 'state', 'decisions');
  await disk.run('mount', '--bind', decisions, decisions);
  await disk.run('mount', '-o', 'remount,bind,ro', decisions);
  for (const { pid } of [killed, held]) process.kill(pid, 'SIGKILL');
  expect(await decisionOf(held.id)).toMatchObject({ outcome: 'approved' });
  expect(await decisionOf(killed.id)).toMatchObject({ outcome: 'undecided' });
  await galley.api(controlPath('closeSession', { params: { id: closed.id } }), {
    method: 'DELETE',
  });
  expect(await decisionOf(closed.id)).toMatchObject({ outcome: 'closed' });
  await until('nothing but their names is left', async () => {
    const names = await Promise.all(
      (await spools()).map((id) => readdir(join(disk.outside, 'state', 'sessions', id))),
    );
    return names.every((left) => left.toString() === 'opened.json,session.json');
  });
  await disk.run('umount', decisions);
  await succeed();
  for (const { id } of [killed, closed])
    expect(await decisionOf(id)).toMatchObject({ id, title: 'A plan', outcome: 'undecided' });
  expect(await decisionOf(held.id)).toMatchObject({ id: held.id, outcome: 'approved' });
  await until('no spool is left', async () => (await spools()).length === 0);
});
