import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { identify } from '../../shared/node/process-identity.ts';
import { startGalley, type Galley } from '../helpers/galley.ts';
import { smallDisk } from '../faults/machine/small-disk.ts';
import { entry } from '../helpers/supervisor.ts';

const id = '0123456789ab';

let galley: Galley;
let stranger: Server;
let bystander: ChildProcess;
let asked = 0;
beforeEach(async () => {
  galley = await startGalley();
  asked = 0;
  // What a planted record could have ended by force.
  bystander = spawn('sleep', ['600'], { stdio: 'ignore' });
  stranger = createServer((_, response) => {
    asked += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  await galley.write('plan.md', '# A plan\n');
});
afterEach(async () => {
  stranger.close();
  await rm(join(galley.home, 'run'), { recursive: true, force: true });
  await galley.stop();
  bystander.kill();
});

/** What somebody could put into a home that others may write to. */
const plant = async (): Promise<void> => {
  for (const folder of ['run', 'state', 'state/decisions', 'config'])
    await mkdir(join(galley.home, folder), { recursive: true, mode: 0o700 });
  const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  const supervisor = { ...identify(bystander.pid ?? 0), url, token: 't', nonce: 'n', release: '0' };
  const registry = { version: 1, supervisor: { ...supervisor, startedAt: '' }, sessions: [] };
  const decision = {
    id,
    mode: 'plan',
    outcome: 'approved',
    title: 'P',
    project: 'p',
    comments: [],
    annotations: [],
    markdown: '',
    decidedAt: new Date().toISOString(),
  };
  const files = {
    'run/registry.json': registry,
    [`state/decisions/${id}.json`]: decision,
    'config/config.json': { browser: `touch ${join(galley.root, 'started')}` },
  };
  for (const [name, value] of Object.entries(files))
    await writeFile(join(galley.home, name), JSON.stringify(value), { mode: 0o600 });
};

describe('a home that others can write to', () => {
  beforeEach(async () => {
    await plant();
    await chmod(galley.home, 0o777);
  });

  test.each([
    'plan plan.md',
    'sessions list',
    'supervisor status',
    `sessions wait ${id}`,
    `sessions show ${id}`,
    `sessions close ${id}`,
    'supervisor stop --force',
    'config get browser',
    'dashboard',
  ])('is not trusted by `%s`, which gives advice', async (line) => {
    const result = await galley.run(line.split(' '));
    expect(result).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`chmod go-w ${galley.home}`),
    });
    expect(asked).toBe(0);
    expect(bystander.signalCode).toBeNull();
    expect(await readdir(galley.root)).not.toContain('started');
  });

  test('approves nothing for a hook', async () => {
    const { stdout } = await galley.run(['plan', '-', '--format', 'claude-code'], {
      input: JSON.stringify({ tool_input: { plan: '# A plan' } }),
    });
    expect(stdout).toContain('deny');
    expect(stdout).toContain('chmod go-w');
  });

  test('is reported by doctor', async () => {
    const { code, stdout } = await galley.run(['doctor']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/fail +folders .*chmod go-w/u);
  });

  test('works once that is fixed', async () => {
    await writeFile(join(galley.home, 'run', 'registry.json'), '{}');
    await chmod(galley.home, 0o755);
    expect(await galley.openByCommand(['plan', 'plan.md'])).toMatchObject({ title: 'A plan' });
  });
});

test('a home that is a file is reported', async () => {
  await rm(galley.home, { recursive: true, force: true });
  await writeFile(galley.home, '');
  for (const line of ['plan plan.md', 'sessions list', 'supervisor status'])
    expect(await galley.run(line.split(' '))).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/home(?:, below which .*,)? is a file\. Set GALLEY_HOME /u),
    });
  await rm(galley.home);
  await mkdir(galley.home);
});

test("the user's own group may write, as with umask 002; a group with other members may not", async () => {
  const disk = await smallDisk({ bytes: 2 ** 20, inodes: 100 });
  const above = join(disk.outside, 'above');
  await mkdir(join(above, 'home'), { recursive: true });
  await chmod(above, 0o775);
  const list = (): Promise<void> =>
    disk.run(
      'env',
      `GALLEY_HOME=${join(disk.folder, 'above', 'home')}`,
      process.execPath,
      entry('cli'),
      'sessions',
      'list',
    );
  // Inside, this user is root.
  const write = async (name: 'passwd' | 'group', text: string): Promise<void> => {
    await writeFile(join(disk.outside, name), text);
    await disk.run('mount', '--bind', join(disk.folder, name), `/etc/${name}`);
  };
  await write('passwd', 'me:x:0:0::/:/bin/sh\nother:x:1000:1000::/:/bin/sh\n');
  await write('group', 'me:x:0:\n');
  await list();
  await write('group', 'me:x:0:me,other\n');
  await expect(list()).rejects.toThrow('chmod go-w');
  await write('group', 'me:x:0:\n');
  await write('passwd', 'me:x:0:0::/:/bin/sh\nother:x:1000:0::/:/bin/sh\n');
  await expect(list()).rejects.toThrow('chmod go-w');
  await disk.remove();
});
