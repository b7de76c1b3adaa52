import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatNames, type FormatName } from '../../cli/formats/format.ts';
import { formats } from '../../cli/formats/formats.ts';
import { parseTimeout } from '../../cli/commands/opening-options.ts';
import { decide, startGalley, type Galley, type GalleyResult } from '../helpers/galley.ts';
import { hostEvents } from '../helpers/hook-events.ts';
import { entry } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

let galley: Galley;
let plan = '';
let plans = 0;
beforeAll(async () => {
  galley = await startGalley({ warmWorkers: 0 });
  // Its start is no part of the time that the hooks have.
  await galley.run(['supervisor', 'start']);
});
beforeEach(async () => {
  plans += 1;
  plan = `# Plan ${plans}\n`;
  await galley.write('plan.md', plan);
});
afterAll(() => galley.stop());

const start = (name: FormatName, timeout: string) =>
  galley.start(['plan', '-', '--format', name, '--timeout', timeout, '--no-browser'], {
    input: JSON.stringify(hostEvents[name].plan(plan, galley.root)),
  });

/** The id in the command that a refusal names. */
const refusedFor = (
  name: FormatName,
  { code, stdout }: GalleyResult,
): { id: string; reason: string } => {
  expect(code).toBe(0);
  const reason = hostEvents[name].planRefused(JSON.parse(stdout)) ?? '';
  return { reason, id: /`galley sessions wait ([0-9a-z]{12})`/u.exec(reason)?.[1] ?? '' };
};

describe.each(formatNames)('a hook of %s without a decision in time', (name) => {
  it('denies with instructions, and the decision is collected later', async () => {
    // Enough to open a review beside other load.
    const hook = start(name, '6');
    const url = await hook.url();
    const { id, reason } = refusedFor(name, await hook.ended);
    expect(reason).toContain(`The review is still open at ${url}`);
    expect(reason).toContain('do not continue');
    expect(galley.sessions()).toMatchObject([{ id, url, isDetached: true }]);

    const again = start(name, '60');
    expect(await again.url()).toBe(url);
    expect(galley.sessions()).toHaveLength(1);
    again.kill('SIGKILL');
    await again.ended;

    const waiting = galley.run(['sessions', 'wait', id]);
    await decide(url, 'approve');
    expect((await waiting).code).toBe(0);
    await until('it is gone', () => galley.sessions().length === 0);

    const presented = await start(name, '60').ended;
    expect(presented).toMatchObject({ code: 0, stderr: '' });
    expect(refusedFor(name, presented).reason).toBe('');

    // Once more is another time.
    const fresh = start(name, '60');
    expect(await fresh.url()).not.toBe(url);
    fresh.kill('SIGTERM');
    await fresh.ended;
  });
});

/** What a busy machine may take to start a process, and to end it. */
const startMs = 10_000;

/** A host that kills its hook when its own limit has passed, a while after that of the hook. */
const hostKills = (hook: { kill: (signal: NodeJS.Signals) => void }, limitSeconds: number) =>
  setTimeout(() => hook.kill('SIGKILL'), limitSeconds * 1000 + startMs);

describe('a hook answers in time', () => {
  it('although the supervisor hangs, which detaches the review when it resumes', async () => {
    const hook = start('gemini', '6');
    await hook.url();
    const { supervisor } = await galley.registry();
    process.kill(supervisor.pid, 'SIGSTOP');
    const host = hostKills(hook, 6);
    const { id, reason } = refusedFor('gemini', await hook.ended);
    clearTimeout(host);
    expect(reason).toContain('the supervisor does not answer');
    process.kill(supervisor.pid, 'SIGCONT');
    await until('it is detached', () => galley.sessions()[0]?.isDetached === true);
    await galley.close(id);
  });

  it('although no review can be opened', async () => {
    await galley.run(['supervisor', 'start']);
    const { supervisor } = await galley.registry();
    process.kill(supervisor.pid, 'SIGSTOP');
    const hook = start('copilot', '2');
    const host = hostKills(hook, 2);
    const { reason } = refusedFor('copilot', await hook.ended);
    clearTimeout(host);
    process.kill(supervisor.pid, 'SIGCONT');
    expect(reason).toContain('No review could be opened within 2 s');
    await until('nothing is left', () => galley.sessions().length === 0, 90_000);
  });

  it('although its host never finishes sending the event', async () => {
    const child = spawn(
      process.execPath,
      [entry('cli'), 'plan', '-', '--format', 'gemini', '--timeout', '1'],
      { env: { ...process.env, GALLEY_HOME: galley.home }, stdio: ['pipe', 'pipe', 'ignore'] },
    );
    let stdout = '';
    child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
    const host = hostKills(child, 1);
    const [code] = (await once(child, 'close')) as [number | null];
    clearTimeout(host);
    expect(code).toBe(0);
    expect(hostEvents.gemini.planRefused(JSON.parse(stdout))).toContain('not an approval');
  });

  it('although the supervisor dies, and the review stays open with the next one', async () => {
    const hook = start('copilot', '6');
    const url = await hook.url();
    const { supervisor } = await galley.registry();
    process.kill(supervisor.pid, 'SIGKILL');
    const { id } = refusedFor('copilot', await hook.ended);
    expect(await galley.listed()).toMatchObject([{ id, isDetached: true }]);
    await decide(url, 'deny', { feedback: 'No.' });
    expect(await galley.run(['sessions', 'wait', id])).toMatchObject({ code: 10 });
  });
});

describe('the timeout of a hook', () => {
  /** Each host's own default, from its documentation. */
  const hostLimitsMs = { 'claude-code': 600_000, codex: 600_000, gemini: 60_000, copilot: 30_000 };

  it.each(formatNames)("of %s is shorter than its host's", (name) => {
    const { plan: planEvent, stop } = hostEvents[name];
    for (const event of [undefined, planEvent('# A', '/'), stop({})])
      expect(formats[name].timeoutMs(event as Record<string, unknown>)).toBeLessThanOrEqual(
        hostLimitsMs[name] - 5000,
      );
  });

  it('is none if the host asks its user meanwhile', () => {
    expect(
      formats['claude-code'].timeoutMs({ hook_event_name: 'PermissionRequest' }),
    ).toBeUndefined();
  });

  it.each([
    ['540', 540_000],
    ['45s', 45_000],
    ['9m', 540_000],
    ['96h', 345_600_000],
    ['4d', 345_600_000],
    ['none', Number.POSITIVE_INFINITY],
    [undefined, undefined],
  ])('is %s', (text, limitMs) => expect(parseTimeout(text)).toBe(limitMs));

  it.each(['0', '-1', '1.5', '9 m', '60000ms', '25d', '9999999999', 'soon', ''])(
    'is never %j',
    (text) => expect(() => parseTimeout(text)).toThrow('--timeout must be'),
  );

  it('that is invalid fails with the exit code that refuses', async () => {
    const wrong = ['plan', '-', '--format', 'gemini', '--timeout=1.5'];
    const { code, stdout, stderr } = await galley.run(wrong, { input: '{}' });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('--timeout must be');
  });

  it('requires a hook', async () => {
    expect(await galley.run(['plan', 'plan.md', '--timeout', '9'])).toMatchObject({ code: 2 });
  });
});
