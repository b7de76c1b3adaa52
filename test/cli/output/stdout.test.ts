import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatNames } from '../../../cli/formats/format.ts';
import { decide, startGalley, type Galley } from '../../helpers/galley.ts';
import { hostEvents } from '../../helpers/hook-events.ts';
import { entry } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';

let galley: Galley;
beforeAll(async () => {
  galley = await startGalley({ warmWorkers: 0 });
  await galley.write('plan.md', '# A plan\n');
});
afterAll(() => galley.stop());

/** Runs a command whose stdout, or stderr, is a disk without room. */
const runFull = (args: readonly string[], { input = '', isStderr = false } = {}) => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [entry('cli'), ...args], {
    cwd: galley.root,
    env: { ...process.env, GALLEY_HOME: galley.home, BROWSER: '', DISPLAY: '', NO_COLOR: '1' },
    stdio: ['pipe', isStderr ? 'pipe' : full, isStderr ? full : 'pipe'],
  });
  closeSync(full);
  let text = '';
  const readable = isStderr ? child.stdout : child.stderr;
  readable?.setEncoding('utf8').on('data', (part: string) => (text += part));
  // It may have ended before it has read all of it.
  child.stdin?.on('error', () => undefined).end(input);
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, text }));
  return { ended, text: () => text };
};

const failure = 'galley: The result could not be written to stdout (ENOSPC).\n';

describe('a result that cannot be written', () => {
  it.each([
    [['paths']],
    [['paths', '--json']],
    [['--help']],
    [['--version']],
    [['completion']],
    [['sessions', 'list', '--json']],
    [['config', 'list']],
    [['supervisor', 'status', '--json']],
  ])('%j is an error with a message', async (args) => {
    const { code, text } = await runFull(args).ended;
    expect(code).toBe(1);
    if (args.includes('--json')) expect(JSON.parse(text)).toMatchObject({ code: 'storage_failed' });
    else expect(text).toBe(failure);
  });

  it.each(formatNames)('is a refusal to %s by its exit code', async (name) => {
    const input = JSON.stringify(hostEvents[name].plan('# A plan\n', galley.root));
    const hook = runFull(['plan', '-', '--format', name, '--no-browser'], { input });
    const address = () => / at (http:\/\/\S+)/u.exec(hook.text())?.[1];
    await until('it says where to review', () => address() !== undefined);
    await decide(address() ?? '', 'approve');
    const { code, text } = await hook.ended;
    expect(code).toBe(2);
    expect(text.endsWith(failure)).toBe(true);
  });
});

it('failing notes change nothing', async () => {
  const { code, text } = await runFull(['paths'], { isStderr: true }).ended;
  expect(code).toBe(0);
  expect(text).toContain(galley.home);
  const wrong = await runFull(['no-such-command'], { isStderr: true }).ended;
  expect(wrong.code).toBe(2);
});
