import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide, startGalley, type Galley, type RunningGalley } from '../helpers/galley.ts';
import { isThere } from '../helpers/processes.ts';
import { startSupervisor, temporaryHome } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

const example = (name: string): Promise<string> =>
  readFile(join(import.meta.dirname, '..', '..', 'examples', 'supervision', name), 'utf8');
const unit = await example('galley.service');
const plist = await example('galley.supervisor.plist');

/** The command lines as the files have them. */
const commandLines = {
  systemd: /^ExecStart=(.+)$/mu.exec(unit)?.[1]?.split(' ') ?? [],
  launchd: [
    ...(/<key>ProgramArguments<\/key>.*?<\/array>/su.exec(plist)?.[0] ?? '').matchAll(
      /<string>(.+?)<\/string>/gu,
    ),
  ].map(([, word = '']) => word),
};
const kinds = ['systemd', 'launchd'] as const;
/** What they give to galley. */
const argumentsOf = (kind: (typeof kinds)[number]): string[] => {
  const words = commandLines[kind];
  return words.slice(words.findIndex((word) => /(?:^|\/)galley$/u.test(word)) + 1);
};

let galley: Galley;
beforeAll(async () => {
  galley = await startGalley({ warmWorkers: 0 });
  await galley.write('plan.md', '# A plan\n');
});
afterAll(() => galley.stop());

const leader = async () => (await galley.registry()).supervisor.pid;
const leads = (running: RunningGalley) =>
  until('it leads', async () => (await leader().catch(() => 0)) === running.pid);
const waits = (running: RunningGalley) =>
  until('it waits', () => running.stderr().includes('another supervisor is running'));
const run = () => galley.start(argumentsOf('systemd'));
const openPlan = async () => {
  const { id, url } = await galley.open(['plan', 'plan.md']);
  const session = (await galley.registry()).sessions.find((record) => record.id === id);
  return { id, url, pid: session?.pid ?? 0 };
};

describe('the examples for systemd and launchd', () => {
  it('always restart it, stop it by a signal, and leave reviews open', () => {
    const settings = unit.split('\n').filter((line) => !line.startsWith('#'));
    expect(settings).toEqual(expect.arrayContaining(['Restart=always', 'KillMode=process']));
    // Run also after the process has ended by itself: it would stop the supervisor that has taken its place.
    expect(settings.filter((line) => line.startsWith('ExecStop'))).toEqual([]);
    expect(plist).toMatch(/<key>KeepAlive<\/key>\s*<true\/>/u);
    expect(plist).toMatch(/<key>AbandonProcessGroup<\/key>\s*<true\/>/u);
  });

  it('run it as leader, and reviews survive a restart, whatever signal ends it', async () => {
    const first = run();
    await leads(first);
    const session = await openPlan();
    let running = first;
    for (const [signal, kind] of [
      ['SIGTERM', 'launchd'],
      ['SIGINT', 'systemd'],
      ['SIGHUP', 'launchd'],
    ] as const) {
      running.kill(signal);
      expect((await running.ended).code).toBe(0);
      expect(isThere(session.pid)).toBe(true);
      running = galley.start(argumentsOf(kind));
      await leads(running);
      expect((await galley.registry()).sessions).toMatchObject([session]);
    }
    await decide(session.url, 'approve');
    expect((await galley.run(['sessions', 'wait', session.id])).code).toBe(0);
    running.kill('SIGTERM');
    await running.ended;
  });
});

describe('galley supervisor run --leave', () => {
  // The tests continue with it.
  let running: RunningGalley;

  it('waits while another supervisor leads, and takes over its reviews', async () => {
    const { url, pid } = await openPlan();
    const first = await leader();
    running = run();
    const ended = run();
    for (const one of [running, ended]) await waits(one);
    expect(await leader()).toBe(first);
    // On a signal it exits.
    ended.kill('SIGTERM');
    await ended.ended;
    expect(await galley.json(['supervisor', 'status'])).toMatchObject({ running: true });
    process.kill(first, 'SIGKILL');
    await leads(running);
    expect((await galley.registry()).sessions).toMatchObject([{ url, pid }]);
  });

  it('does not replace its own replacement', async () => {
    const [{ pid } = { pid: 0 }] = galley.sessions();
    await galley.json(['supervisor', 'restart']);
    expect((await running.ended).code).toBe(0);
    const successor = await leader();
    const again = run();
    await waits(again);
    expect(await leader()).toBe(successor);
    expect(isThere(pid)).toBe(true);
    expect(await galley.json(['supervisor', 'stop', '--leave'])).toEqual({ stopped: true });
    await leads(again);
    expect((await galley.registry()).sessions).toMatchObject([{ pid }]);
    again.kill('SIGTERM');
    await again.ended;
  });

  it('does not exit when idle', async () => {
    const settings = async (home: string) => {
      const folder = join(home, 'config');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, 'config.json'), '{"idleExitMinutes":0.01,"warmWorkers":0}');
    };
    await settings(galley.home);
    await galley.run(['supervisor', 'stop', '--force']);
    running = run();
    await leads(running);
    const place = await temporaryHome();
    await settings(place.home);
    const other = await startSupervisor(place);
    await other.exited;
    await other.stop();
    expect(await galley.json(['supervisor', 'status'])).toMatchObject({ pid: running.pid });
  });
});
