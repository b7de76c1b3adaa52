import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeExitCodes } from '../../shared/session/decision.ts';
import { decide, startGalley, type Galley, type RunningGalley } from '../helpers/galley.ts';
import { until } from '../helpers/until.ts';

let galley: Galley;
beforeAll(async () => {
  galley = await startGalley({ warmWorkers: 0 });
  await galley.write('plan.md', '# A plan\n');
});
afterAll(() => galley.stop());

const isSupervisorRunning = () => galley.isSupervised();

/** A command that waits, and stands still while its supervisor is killed. */
const losesItsSupervisor = async (): Promise<{ waiting: RunningGalley; url: string }> => {
  const waiting = galley.start(['plan', 'plan.md', '--no-browser', '--json']);
  const url = await waiting.url();
  const { supervisor } = await galley.registry();
  waiting.kill('SIGSTOP');
  process.kill(supervisor.pid, 'SIGKILL');
  await until('the supervisor is gone', async () => !(await isSupervisorRunning()));
  return { waiting, url };
};

describe('--gate', () => {
  const comment = { type: 'COMMENT', kind: 'must', text: 'Say more.', file: 'b.md' } as const;
  const place = { originalText: 'Words of b.', startLine: 3, endLine: 3 };

  it.each([
    { route: 'sendFeedback', body: { approved: true }, outcome: 'approved', said: /^Approved: /mu },
    {
      route: 'sendFeedback',
      body: { approved: true, feedback: 'Ship it.' },
      outcome: 'approved',
      said: /^Approved: [^]*Ship it\./mu,
    },
    {
      route: 'sendFeedback',
      body: { annotations: [{ ...comment, ...place, id: 'c1' }] },
      outcome: 'feedback',
      said: /## `b\.md`[^]*line 3[^]*Words of b\.[^]*Say more\./u,
    },
    { route: 'exit', body: {}, outcome: 'closed', said: /^Closed/mu },
  ] as const)('gives scripts the verdict on several documents: $outcome', async (given) => {
    await galley.write('a.md', '# A\n');
    await galley.write('b.md', '# B\n\nWords of b.\n');
    const gate = galley.start(['document', 'a.md', 'b.md', '--gate', '--no-browser']);
    await decide(await gate.url(), given.route, given.body);
    const { stdout, stderr, code } = await gate.ended;
    expect({ stdout, code }).toEqual({ stdout: '', code: outcomeExitCodes[given.outcome] });
    expect(stderr).toMatch(given.said);
  });

  it('is refused where somebody else needs the output', async () => {
    for (const other of [['--detach'], ['--format', 'claude-code']])
      expect(await galley.run(['document', 'a.md', '--gate', ...other])).toMatchObject({
        code: 2,
        stdout: '',
      });
  });
});

describe('a command that loses its supervisor', () => {
  it('reads the decision from disk and starts no supervisor', async () => {
    const { waiting, url } = await losesItsSupervisor();
    await decide(url, 'approve');
    waiting.kill('SIGCONT');
    const { code, stdout } = await waiting.ended;
    expect(code).toBe(outcomeExitCodes.approved);
    const { id, outcome } = JSON.parse(stdout) as { id: string; outcome: string };
    expect(outcome).toBe('approved');
    expect(await isSupervisorRunning()).toBe(false);
    expect(existsSync(join(galley.home, 'state', 'decisions', `${id}.collected`))).toBe(true);
    expect(await galley.json(['sessions', 'wait', id])).toMatchObject({ outcome });
    expect(await isSupervisorRunning()).toBe(false);
  });

  it('starts a supervisor if the review is still open', async () => {
    const { waiting, url } = await losesItsSupervisor();
    waiting.kill('SIGCONT');
    await until('another leads', isSupervisorRunning);
    await decide(url, 'approve');
    expect((await waiting.ended).code).toBe(outcomeExitCodes.approved);
    await galley.json(['supervisor', 'stop']);
  });

  it('restores nothing if all of its files were removed', async () => {
    const { waiting } = await losesItsSupervisor();
    for (const { pid } of (await galley.registry()).sessions) process.kill(pid, 'SIGKILL');
    await rm(galley.home, { recursive: true });
    waiting.kill('SIGCONT');
    const { code, stdout, stderr } = await waiting.ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/There is no review [0-9a-z]{12}\./u);
    expect(existsSync(galley.home)).toBe(false);
  });
});

describe.each([
  {
    name: 'the settings are damaged',
    place: async () => {
      await mkdir(join(galley.home, 'config'), { recursive: true, mode: 0o700 });
      await writeFile(join(galley.home, 'config', 'config.json'), '{"theme":');
    },
    remove: () => rm(join(galley.home, 'config', 'config.json')),
  },
  {
    name: 'the folder of logs is a file',
    place: async () => {
      await rename(join(galley.home, 'state', 'log'), join(galley.root, 'log'));
      await writeFile(join(galley.home, 'state', 'log'), '');
    },
    remove: async () => {
      await rm(join(galley.home, 'state', 'log'));
      await rename(join(galley.root, 'log'), join(galley.home, 'state', 'log'));
    },
  },
])('a command that loses its supervisor, where $name and no other can start', (obstacle) => {
  const waitsAlone = async () => {
    const { waiting, url } = await losesItsSupervisor();
    const { sessions } = await galley.registry();
    await obstacle.place();
    waiting.kill('SIGCONT');
    await until('it says so', () => waiting.stderr().includes('open without a supervisor'));
    return { waiting, url, pid: sessions.at(-1)?.pid ?? 0 };
  };

  it('reads the decision from disk', async () => {
    const { waiting, url } = await waitsAlone();
    await decide(url, 'approve');
    expect((await waiting.ended).code).toBe(outcomeExitCodes.approved);
    await obstacle.remove();
  });

  it('continues with the next supervisor', async () => {
    const { waiting, url } = await waitsAlone();
    await obstacle.remove();
    await until('another leads', isSupervisorRunning);
    await decide(url, 'deny');
    expect((await waiting.ended).code).toBe(outcomeExitCodes.denied);
    await galley.json(['supervisor', 'stop']);
  });

  it('fails with the reason once its review has ended, too', async () => {
    const { waiting, pid } = await waitsAlone();
    process.kill(pid, 'SIGKILL');
    const { code, stdout } = await waiting.ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    await obstacle.remove();
    await galley.json(['supervisor', 'start']);
    await galley.json(['supervisor', 'stop', '--force']);
  });
});

it('continues if neither settings nor registry can be read, which does not mean the review is lost', async () => {
  const { waiting, url } = await losesItsSupervisor();
  const settings = join(galley.home, 'config', 'config.json');
  await mkdir(join(galley.home, 'config'), { recursive: true, mode: 0o700 });
  await writeFile(settings, '{bad');
  await writeFile(join(galley.home, 'run', 'registry.json'), '{bad');
  waiting.kill('SIGCONT');
  await until('it says so', () => waiting.stderr().includes('open without a supervisor'));
  await decide(url, 'approve');
  expect((await waiting.ended).code).toBe(outcomeExitCodes.approved);
  await rm(settings);
  await galley.json(['supervisor', 'start']);
  await galley.json(['supervisor', 'stop', '--force']);
});

it('does not wait for an unknown review, and starts no supervisor for it', async () => {
  const { code, stderr } = await galley.run(['sessions', 'wait', '000000000000']);
  expect(code).toBe(1);
  expect(stderr).toContain('There is no review 000000000000.');
  expect(await isSupervisorRunning()).toBe(false);
});
