import { once } from 'node:events';
import { chmod, mkdir, readFile, readdir, rename, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { controlPath, sessionPath } from '../helpers/paths.ts';
import { call } from '../helpers/http-call.ts';
import { coldHome, spawnSupervisor, startSupervisor } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

const children: Awaited<ReturnType<typeof spawnSupervisor>>[] = [];
const removals: (() => Promise<void>)[] = [];

const home = async () => {
  const place = await coldHome();
  removals.push(place.remove);
  return place;
};
const spawnIn = async (path: string) => {
  const spawned = await spawnSupervisor(path);
  children.push(spawned);
  return spawned;
};

afterEach(async () => {
  for (const { child, exited } of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await exited;
  }
  for (const remove of removals.splice(0)) await remove();
});

const leaderOf = async (registryPath: string) =>
  (JSON.parse(await readFile(registryPath, 'utf8')) as { supervisor: { pid: number; url: string } })
    .supervisor;

describe('election', () => {
  test('of concurrent starts gives one supervisor; the others exit without a warning, and so does it once replaced', async () => {
    const place = await home();
    const many = await Promise.all(Array.from({ length: 4 }, () => spawnIn(place.home)));
    expect(new Set(many.map(({ started }) => started.type))).toEqual(new Set(['ready']));
    const { pid, url } = await leaderOf(place.registryPath);
    const leader = many.find(({ child }) => child.pid === pid);
    const followers = many.filter(({ child }) => child.pid !== pid);
    expect(followers).toHaveLength(3);
    for (const { exited } of followers) expect(await exited).toEqual([0, null]);
    expect((await call(`${url}${controlPath('hello')}?challenge=x`)).status).toBe(200);
    const log = await readFile(join(place.state, 'log', 'supervisor.log'), 'utf8');
    const warnings = log.split('\n').filter((line) => /"level":[4-9]\d/u.test(line));
    expect(warnings).toEqual([]);

    const registry = JSON.parse(await readFile(place.registryPath, 'utf8')) as {
      supervisor: { nonce: string };
    };
    const other = JSON.stringify({
      ...registry,
      supervisor: { ...registry.supervisor, nonce: 'another' },
    });
    await writeFile(`${place.registryPath}.new`, other);
    await rename(`${place.registryPath}.new`, place.registryPath);
    expect(await leader?.exited).toEqual([0, null]);
    // It leaves the registry of the other one alone.
    expect(await readFile(place.registryPath, 'utf8')).toBe(other);
  });

  test('is not blocked by a stale lock, and sets a corrupt registry aside', async () => {
    const place = await home();
    const lock = `${place.registryPath}.lock`;
    await mkdir(dirname(lock), { recursive: true, mode: 0o700 });
    await mkdir(lock);
    const longAgo = new Date(Date.now() - 3_600_000);
    await utimes(lock, longAgo, longAgo);
    await writeFile(place.registryPath, '{"version":1,"supervisor"');
    const { child, started } = await spawnIn(place.home);
    expect(started).toMatchObject({ type: 'ready', supervisor: { pid: child.pid } });
    expect((await leaderOf(place.registryPath)).pid).toBe(child.pid);
    const names = await readdir(dirname(place.registryPath));
    expect(names.some((name) => name.startsWith('registry.json.corrupt-'))).toBe(true);
    const log = join(place.state, 'log', 'supervisor.log');
    await until('the warning is logged', async () =>
      (await readFile(log, 'utf8')).includes('set aside'),
    );
  });

  test('replaces no supervisor that is busy for some seconds, but one that never answers, which exits when it resumes', async () => {
    const galley = await startSupervisor(await coldHome());
    removals.push(galley.remove);
    const session = await galley.open({ mode: 'plan', content: '# P', detached: true });
    galley.child.kill('SIGSTOP');
    const wake = setTimeout(() => galley.child.kill('SIGCONT'), 3000);
    const second = await spawnIn(galley.home);
    clearTimeout(wake);
    await second.exited;
    const { supervisor, sessions } = await galley.registry();
    expect(second.started).toEqual({ type: 'ready', supervisor });
    expect(supervisor.pid).toBe(galley.child.pid);
    expect(sessions.map(({ id }) => id)).toEqual([session.id]);
    expect((await call(`${session.url}${sessionPath('getSession')}`)).status).toBe(200);

    galley.child.kill('SIGSTOP');
    await spawnIn(galley.home);
    const { supervisor: next } = await galley.registry();
    expect(next.pid).not.toBe(galley.child.pid);
    const exited = once(galley.child, 'exit');
    galley.child.kill('SIGCONT');
    await exited;
    expect((await galley.registry()).supervisor.pid).toBe(next.pid);
  }, 120_000);

  test('fails with a message if the settings are invalid, or others can write to a folder', async () => {
    const place = await home();
    await mkdir(join(place.home, 'config'), { recursive: true, mode: 0o700 });
    await writeFile(join(place.home, 'config', 'config.json'), '{"theme":"pink"}');
    const { started } = await spawnIn(place.home);
    expect(started).toMatchObject({
      type: 'failed',
      body: { code: 'invalid_config', error: expect.stringContaining('theme') },
    });

    const open = await home();
    await mkdir(join(open.home, 'run'), { mode: 0o777 });
    await chmod(join(open.home, 'run'), 0o777);
    const { started: refused } = await spawnIn(open.home);
    expect(refused).toMatchObject({ type: 'failed', body: { code: 'unsafe_folder' } });
  });
});
