import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { call } from '../../helpers/http-call.ts';
import {
  entry,
  spawnSupervisor,
  startSupervisor,
  writeSettings,
} from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';
import { homeOn } from './disk-home.ts';
import { smallDisk, type SmallDisk } from './small-disk.ts';

const patch = 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n';

const disks: SmallDisk[] = [];
afterEach(async () => {
  for (const disk of disks.splice(0)) await disk.remove();
});
const newDisk = async (): Promise<SmallDisk> => {
  const disk = await smallDisk({ bytes: 64 * 2 ** 20, inodes: 2000 });
  disks.push(disk);
  return disk;
};
/** Of a home that keeps no workers ready, and is no longer empty. */
const usedDisk = async (): Promise<SmallDisk> => {
  const disk = await newDisk();
  await writeSettings(disk.outside, { warmWorkers: 0 });
  return disk;
};

/** Runs the CLI on the disk, with text on stdin. */
const galley = async (disk: SmallDisk, args: readonly string[], input: string) => {
  const [file = '', ...rest] = [...disk.through, process.execPath, entry('cli'), ...args];
  const child = spawn(file, rest, { env: { ...process.env, GALLEY_HOME: disk.folder } });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (stderr += part));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr };
};

test.each([
  { resource: 'pages', before: 'has never run' },
  { resource: 'inodes', before: 'has never run' },
  { resource: 'pages', before: 'has run' },
  { resource: 'inodes', before: 'has run' },
])(
  'a supervisor that $before does not start on a disk without $resource, explains each failed write, and starts when there is room',
  async ({ resource, before }) => {
    const disk = await (before === 'has run' ? usedDisk() : newDisk());
    const start = () => spawnSupervisor(disk.folder, { through: disk.through });
    if (before === 'has run') {
      const { child, exited } = await start();
      child.kill('SIGTERM');
      await exited;
    }
    let starting: Awaited<ReturnType<typeof start>> | undefined;
    let left = 0;
    for (; starting?.started.type !== 'ready'; left += 1) {
      disk.leave({ [resource]: left });
      starting = await start();
      if (starting.started.type === 'ready') break;
      await starting.exited;
      expect(starting.started).toMatchObject({
        body: { code: 'storage_failed', error: expect.stringContaining('ENOSPC') },
      });
    }
    expect(left).toBeGreaterThan(0);
    starting.child.kill('SIGTERM');
    await starting.exited;
    expect(await readdir(join(disk.outside, 'run'))).toEqual([]);
  },
);

test('a patch on stdin that does not fit on a disk is reported, and leaves nothing behind', async () => {
  const disk = await usedDisk();
  const starting = await spawnSupervisor(disk.folder, { through: disk.through });
  expect(starting.started.type).toBe('ready');
  for (const room of [{ pages: 0 }, { inodes: 0 }]) {
    disk.leave(room);
    const { code, stderr } = await galley(disk, ['review', '--patch', '-', '--no-browser'], patch);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('ENOSPC') });
    disk.makeRoom();
    const files = await readdir(join(disk.outside, 'state'));
    expect(files.filter((name) => name.startsWith('stdin-'))).toEqual([]);
  }
  starting.child.kill('SIGTERM');
  await starting.exited;
});

test('a page that does not fit on the disk is served from the build, and leaves nothing behind', async () => {
  const disk = await usedDisk();
  const supervisor = await startSupervisor(homeOn(disk), { through: disk.through });
  // No new files, but appending to the log still works.
  disk.leave({ inodes: 0 });
  const log = () => readFile(join(disk.outside, 'state', 'log', 'supervisor.log'), 'utf8');
  await until('it says so', async () => (await log()).includes('the page could not be kept'));
  expect(await readdir(join(disk.outside, 'state', 'pages'))).toEqual([]);
  disk.makeRoom();
  const { url } = await supervisor.open({ mode: 'plan', content: '# A plan', detached: true });
  expect((await call(`${url}/`)).status).toBe(200);
  await supervisor.stop();
});
