import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
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

interface Lost {
  readonly waiting: RunningGalley;
  readonly url: string;
  /** Of the review. */
  readonly pid: number;
}

/** Commands that wait, and stand still while their supervisor is killed. */
const loseTheirSupervisor = async (count: number): Promise<Lost[]> => {
  const commands: Lost[] = [];
  for (let started = 0; started < count; started += 1) {
    const waiting = galley.start(['plan', 'plan.md', '--no-browser', '--json']);
    const url = await waiting.url();
    const { pid = 0 } = galley.sessions().find((session) => session.url === url) ?? {};
    commands.push({ waiting, url, pid });
  }
  const { supervisor } = await galley.registry();
  for (const { waiting } of commands) waiting.kill('SIGSTOP');
  process.kill(supervisor.pid, 'SIGKILL');
  await until('the supervisor is gone', async () => !(await isSupervisorRunning()));
  return commands;
};

it('does not wait for an unknown review, and starts no supervisor for it', async () => {
  const { code, stderr } = await galley.run(['sessions', 'wait', '000000000000']);
  expect(code).toBe(1);
  expect(stderr).toContain('There is no review 000000000000.');
  expect(await isSupervisorRunning()).toBe(false);
});

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

describe('commands that lose their supervisor', () => {
  let decided: Lost;
  let open: Lost;
  beforeAll(async () => {
    [decided, open] = (await loseTheirSupervisor(2)) as [Lost, Lost];
  });

  it('read the decision from disk and start no supervisor', async () => {
    const { waiting, url } = decided;
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

  it('start a supervisor if the review is still open', async () => {
    const { waiting, url } = open;
    waiting.kill('SIGCONT');
    await until('another leads', isSupervisorRunning);
    await decide(url, 'approve');
    expect((await waiting.ended).code).toBe(outcomeExitCodes.approved);
  });
});

describe.each([
  {
    name: 'the settings are damaged',
    place: () => writeFile(join(galley.home, 'config', 'config.json'), '{"theme":'),
    remove: () => writeFile(join(galley.home, 'config', 'config.json'), '{"warmWorkers":0}'),
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
])('commands that lose their supervisor, where $name and no other can start', (obstacle) => {
  let decided: Lost;
  let dead: Lost;
  let open: Lost;
  beforeAll(async () => {
    const commands = await loseTheirSupervisor(3);
    await obstacle.place();
    for (const { waiting } of commands) waiting.kill('SIGCONT');
    for (const { waiting } of commands)
      await until('it says so', () => waiting.stderr().includes('open without a supervisor'));
    [decided, dead, open] = commands as [Lost, Lost, Lost];
  });

  it('read the decision from disk', async () => {
    await decide(decided.url, 'approve');
    expect((await decided.waiting.ended).code).toBe(outcomeExitCodes.approved);
  });

  it('fail with the reason once their review has ended, too', async () => {
    process.kill(dead.pid, 'SIGKILL');
    const { code, stdout } = await dead.waiting.ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });

  it('continue with the next supervisor', async () => {
    await obstacle.remove();
    await until('another leads', isSupervisorRunning);
    await decide(open.url, 'deny');
    expect((await open.waiting.ended).code).toBe(outcomeExitCodes.denied);
  });
});

it('continues if neither settings nor registry can be read, which does not mean the review is lost', async () => {
  const [lost] = (await loseTheirSupervisor(1)) as [Lost];
  const settings = join(galley.home, 'config', 'config.json');
  await writeFile(settings, '{bad');
  await writeFile(join(galley.home, 'run', 'registry.json'), '{bad');
  lost.waiting.kill('SIGCONT');
  await until('it says so', () => lost.waiting.stderr().includes('open without a supervisor'));
  await decide(lost.url, 'approve');
  expect((await lost.waiting.ended).code).toBe(outcomeExitCodes.approved);
  await writeFile(settings, '{"warmWorkers":0}');
  await galley.json(['supervisor', 'start']);
});

it('restores nothing if all of its files were removed', async () => {
  const [{ waiting }] = (await loseTheirSupervisor(1)) as [Lost];
  for (const { pid } of (await galley.registry()).sessions) process.kill(pid, 'SIGKILL');
  await rm(galley.home, { recursive: true });
  waiting.kill('SIGCONT');
  const { code, stdout, stderr } = await waiting.ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/There is no review [0-9a-z]{12}\./u);
  expect(existsSync(galley.home)).toBe(false);
});
