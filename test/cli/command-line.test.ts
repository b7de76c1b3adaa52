import { mkdirSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from '../../cli/program.ts';
import { startGalley, type Galley } from '../helpers/galley.ts';

let galley: Galley;
beforeAll(async () => {
  galley = await startGalley({ warmWorkers: 0 });
});
afterAll(() => galley.stop());

const commands = [
  [],
  ['plan'],
  ['document'],
  ['review'],
  ['sessions'],
  ['sessions', 'list'],
  ['sessions', 'open'],
  ['sessions', 'open', 'plan'],
  ['sessions', 'open', 'document'],
  ['sessions', 'open', 'review'],
  ['sessions', 'show'],
  ['sessions', 'wait'],
  ['sessions', 'close'],
  ['sessions', 'logs'],
  ['supervisor'],
  ['supervisor', 'status'],
  ['supervisor', 'start'],
  ['supervisor', 'stop'],
  ['config'],
  ['config', 'list'],
  ['config', 'get'],
  ['config', 'set'],
  ['config', 'unset'],
  ['config', 'path'],
  ['paths'],
  ['dashboard'],
  ['doctor'],
];

/** What a command line prints, run in this process. */
const printed = async (argv: readonly string[]): Promise<string> => {
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  const parts: unknown[] = [];
  stdout.write = (part: unknown, ...rest: unknown[]) => {
    parts.push(part);
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  };
  try {
    expect(await runProgram(argv, galley.context)).toBe(0);
  } finally {
    stdout.write = write;
  }
  return parts.join('');
};

describe('the help', () => {
  it.each(commands.map((words) => [words.join(' '), words] as const))(
    'of `galley %s` has an example',
    async (_, words) => {
      expect(await printed([...words, '--help'])).toMatch(/^Examples:\n {2}galley /mu);
    },
  );

  it('is the result of its command', async () => {
    const { code, stdout, stderr } = await galley.run(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(await printed(['--help']));
  });
});

describe('an invalid command line', () => {
  it.each([
    [[]],
    [['nonsense']],
    [['plan']],
    [['plan', 'a.md', 'b.md']],
    [['plan', 'a.md', '--nonsense']],
    [['plan', 'a.md', '--format', 'claude-code', '--detach']],
    [['review', 'main', '--patch', 'a.diff']],
    [['sessions']],
    [['sessions', 'close']],
    [['sessions', 'close', '000000000000', '--all']],
    [['config', 'set', 'theme']],
  ])('%j is refused with a message', async (args) => {
    await expect(runProgram(args, galley.context)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^[^\n]+\.$/u),
    });
  });

  it.each([
    [['plan', 'a.md', '--nonsense']],
    [['config', 'set', 'theme', 'pink']],
    [['config', 'get', 'nothing']],
  ])('%j exits with 2 and a message', async (args) => {
    const { code, stdout, stderr } = await galley.run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^galley: [^\n]+\.\n$/u);
  });

  it.each([
    [
      ['plan', 'a.md', '--format', 'vim'],
      '--format cannot be "vim". Choose one of "claude-code", "codex", "gemini", "copilot". See `galley plan --help`.',
    ],
    [['review', '--', '--output=x'], 'Nothing can follow `--`. See `galley review --help`.'],
    [
      ['document', 'a.md', '', '--key', 'a'],
      '<targets> is empty. Is a variable not set? See `galley document --help`.',
    ],
    [['history', 'show', ''], '<id> is empty. Is a variable not set? See `galley history --help`.'],
    [['plan', 'a.md', '--timeout', '9m'], '--timeout is for hooks: it needs --format.'],
    [
      ['plan', 'a.md', '--format', 'codex', '--detach'],
      '--format and --detach cannot be used together. See `galley plan --help`.',
    ],
  ])('%j has a message of our own', async (args, sentence) => {
    await expect(runProgram(args, galley.context)).rejects.toThrow(
      expect.objectContaining({ message: sentence }),
    );
  });

  it('is reported as JSON with --json', async () => {
    const { stderr } = await galley.run(['plan', '--json']);
    expect(JSON.parse(stderr)).toMatchObject({ code: 'usage' });
  });
});

describe('the settings', () => {
  it('are saved, changed in part and reset', async () => {
    expect(await galley.run(['config', 'set', 'limits.streams', '128'])).toMatchObject({
      code: 0,
      stdout: 'limits.streams = 128\n',
    });
    await galley.run(['config', 'set', 'limits.nameLength', '50']);
    await galley.run(['config', 'set', 'browser', 'none']);
    expect(await galley.json(['config'])).toMatchObject({
      browser: 'none',
      limits: { streams: 128, nameLength: 50 },
    });
    await galley.run(['config', 'unset', 'limits.streams']);
    expect(await galley.json(['config', 'get', 'limits.streams'])).toBe(64);
    expect(await galley.json(['config', 'get', 'limits.nameLength'])).toBe(50);
    await galley.run(['config', 'unset', 'limits']);
    expect(await galley.json(['config', 'get', 'limits.nameLength'])).toBe(200);
    expect((await galley.run(['config', 'get', 'browser'])).stdout).toBe('none\n');
  });

  it('that are invalid are reported with the file', async () => {
    const path = (await galley.run(['config', 'path'])).stdout.trim();
    await galley.write('home/config/config.json', '{ "theme": "pink" }');
    const { code, stderr } = await galley.run(['config']);
    expect(code).toBe(1);
    expect(stderr).toContain(path);
    expect(stderr).toContain('theme');
    const doctor = await galley.run(['doctor']);
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toMatch(/^fail +config /mu);
    await galley.write('home/config/config.json', '{}');
  });
});

describe('the doctor', () => {
  it('finds no problem, and says so as JSON', async () => {
    const { ok, checks } = await galley.json<{ ok: boolean; checks: { status: string }[] }>([
      'doctor',
    ]);
    expect(ok).toBe(true);
    expect(checks.length).toBeGreaterThan(6);
    for (const { status } of checks) expect(['ok', 'warn']).toContain(status);
  });

  it('finds a folder that others can write to, and no command uses it', async () => {
    const home = join(galley.root, 'shared-home');
    mkdirSync(join(home, 'state'), { recursive: true });
    await chmod(join(home, 'state'), 0o777);
    await galley.write('plan.md', '# A plan\n');
    const env = { GALLEY_HOME: home };
    const doctor = await galley.run(['doctor'], { env });
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toMatch(/^fail +folders .*can be written to by others/mu);
    const opened = await galley.run(['plan', 'plan.md'], { env });
    expect(opened.code).toBe(1);
    expect(opened.stderr).toMatch(/^galley: The folder .*\.\n$/u);
  });
});

describe('other commands', () => {
  it('print the release', async () => {
    expect((await galley.run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/u);
  });

  it('print the paths', async () => {
    expect(await galley.json(['paths'])).toMatchObject({
      registry: join(galley.home, 'run', 'registry.json'),
    });
  });

  it.each([
    [['completion'], '/bin/bash', 'complete -o'],
    [['completion'], '/bin/zsh', '#compdef galley'],
    [['completion', 'bash'], '/bin/zsh', 'complete -o'],
    [['completion', 'zsh'], '/bin/bash', '#compdef galley'],
    [['completion', 'fish'], '/bin/bash', 'complete -f -c galley'],
  ])('print a completion script: %j in %s', async (args, shell, part) => {
    const { code, stdout } = await galley.run(args, { env: { SHELL: shell } });
    expect(code).toBe(0);
    expect(stdout).toContain(part);
    expect(stdout).toContain('galley --get-yargs-completions');
  });

  it('explain completion', async () => {
    const { code, stdout } = await galley.run(['completion', '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^galley completion \[shell\]\n[^]*\$SHELL/u);
  });

  it('complete subcommands', async () => {
    const { stdout } = await galley.run(['--get-yargs-completions', 'galley', 'sessions', ''], {
      env: { SHELL: '/bin/bash' },
    });
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(['list', 'open', 'close', 'logs']));
  });

  it('end quietly when the reader stops early', async () => {
    const { spawnSync } = await import('node:child_process');
    const { entry } = await import('../helpers/supervisor.ts');
    const { stderr } = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" "${entry('cli')}" --help | true`],
      {
        encoding: 'utf8',
      },
    );
    expect(stderr).toBe('');
  });
});
