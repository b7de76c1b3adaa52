import { execFile } from 'node:child_process';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeExitCodes } from '../../shared/session/decision.ts';
import { installRelease } from '../helpers/bundle.ts';
import { decide, startGalley, type Galley } from '../helpers/galley.ts';
import { sessionPath } from '../helpers/paths.ts';
import { call } from '../helpers/http-call.ts';
import { until } from '../helpers/until.ts';

let galley: Galley;
beforeAll(async () => {
  galley = await startGalley({ warmWorkers: 0 });
  await galley.write('plan.md', '# A plan\n');
});
afterAll(() => galley.stop());

const releaseOf = async (url: string) =>
  ((await call(`${url}${sessionPath('getSession')}`)).json as { release: string }).release;

describe('galley supervisor restart', () => {
  it('starts a supervisor if none is running', async () => {
    expect(await galley.json(['supervisor', 'restart'])).toMatchObject({
      running: true,
      sessions: 0,
    });
  });

  it('replaces the process; open reviews and waiting commands continue', async () => {
    const waiting = galley.start(['plan', 'plan.md', '--no-browser', '--json']);
    const url = await waiting.url();
    const before = (await galley.registry()).supervisor;
    const { stdout } = await galley.run(['supervisor', 'restart']);
    expect(stdout).toMatch(/has restarted: process \d+, release .* One review is still open\.\n$/u);
    const after = (await galley.registry()).supervisor;
    expect(after.pid).not.toBe(before.pid);
    await decide(url, 'approve');
    expect((await waiting.ended).code).toBe(outcomeExitCodes.approved);
  });

  it('takes over what `stop --leave` has left', async () => {
    const { url } = await galley.open(['plan', 'plan.md']);
    expect(await galley.json(['supervisor', 'stop', '--leave'])).toEqual({ stopped: true });
    expect(await galley.json(['supervisor', 'status'])).toEqual({ running: false });
    expect((await galley.listed()).map((session) => session.url)).toEqual([url]);
    await galley.run(['supervisor', 'start']);
    expect(await galley.listed()).toMatchObject([{ url, isResponsive: true }]);
  });

  it('does not accept --leave with --force', async () => {
    const { code, stderr } = await galley.run(['supervisor', 'stop', '--leave', '--force']);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('force') });
  });

  it('closes by force what a killed supervisor has left', async () => {
    process.kill((await galley.registry()).supervisor.pid, 'SIGKILL');
    await until('it is gone', async () => !(await galley.isSupervised()));
    expect(await galley.listed()).toHaveLength(1);
    expect(await galley.json(['supervisor', 'stop', '--force'])).toEqual({ stopped: true });
    expect(await galley.listed()).toEqual([]);
  });
});

describe('galley supervisor run', () => {
  it('replaces a running supervisor, and leaves its sessions open when told to', async () => {
    const { url } = await galley.open(['plan', 'plan.md']);
    const running = galley.start(['supervisor', 'run']);
    await until('it leads', async () => (await galley.registry()).supervisor.pid === running.pid);
    expect(await galley.listed()).toMatchObject([{ url }]);
    await expect
      .poll(() => running.stderr())
      .toMatch(/takes over its open reviews \(1\)[^]* closes open reviews/u);
    expect((await galley.run(['supervisor', 'stop'])).stderr).toMatch(/--leave.*--force/u);
    expect(await galley.json(['supervisor', 'stop', '--leave'])).toEqual({ stopped: true });
    expect((await running.ended).code).toBe(0);
    expect(await galley.listed()).toMatchObject([{ url }]);
  });

  it('closes open reviews on SIGTERM', async () => {
    const running = galley.start(['supervisor', 'run']);
    await until('it leads', async () => (await galley.registry()).supervisor.pid === running.pid);
    running.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
    expect(await galley.listed()).toEqual([]);
  });

  it('reports why it cannot start', async () => {
    const file = join(galley.home, 'config', 'config.json');
    await writeFile(file, '{"theme":"pink"}');
    const { code, stderr } = await galley.run(['supervisor', 'run']);
    await writeFile(file, '{"warmWorkers":0}');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^galley: .*theme/mu);
  });
});

describe('two releases side by side', () => {
  let other: string;
  beforeAll(async () => {
    other = await installRelease('9.9.9');
  });
  const runOther = async (...args: string[]) => {
    const env = { ...process.env, GALLEY_HOME: galley.home, BROWSER: '' };
    return promisify(execFile)(process.execPath, [other, ...args], { cwd: galley.root, env });
  };

  it('a review keeps the release it was opened with, even if that is removed', async () => {
    const { stdout } = await runOther('sessions', 'open', 'plan', 'plan.md', '--no-browser');
    await until('its page and its dashboard are kept', async () => {
      const kept = await readdir(join(galley.home, 'state', 'pages'));
      return kept.filter((name) => /^9\.9\.9-[0-9a-f]+$/u.test(name)).length === 2;
    });
    const second = await runOther('sessions', 'open', 'plan', 'plan.md', '--no-browser');
    const urls = [stdout, second.stdout].map((line) => line.trim().split(' ')[1] ?? '');
    const [, url = ''] = urls;
    const { release } = await galley.json<{ release: string }>(['supervisor', 'restart']);
    expect(release).not.toBe('9.9.9');
    await rm(dirname(other), { recursive: true });
    expect(await Promise.all(urls.map(releaseOf))).toEqual(['9.9.9', '9.9.9']);
    const { url: next } = await galley.open(['plan', 'plan.md']);
    expect(await releaseOf(next)).toBe(release);
    // Its page and all that belongs to it are there still.
    const { text } = await call(`${url}/`);
    const assets = [...text.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/gu)].map(
      ([, path]) => path,
    );
    expect(assets.length).toBeGreaterThan(1);
    for (const asset of assets) expect((await call(`${url}/${asset}`)).status).toBe(200);
    await decide(url, 'approve');
    const id = second.stdout.split(' ')[0] ?? '';
    expect(await galley.json(['sessions', 'wait', id])).toMatchObject({ outcome: 'approved' });
  });
});
