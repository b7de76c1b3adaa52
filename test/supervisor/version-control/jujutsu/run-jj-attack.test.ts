import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTimeOf } from '../../../../shared/node/process-identity.ts';
import { runJj } from '../../../../supervisor/version-control/jujutsu/run-jj.ts';
import {
  askRepository,
  findChange,
  readWorktreeState,
} from '../../../../supervisor/version-control/providers.ts';
import { prepareInto } from '../../../helpers/diff.ts';
import { JjRepository, noJj } from '../../../helpers/jj.ts';
import { describeWhere, findProgram } from '../../../helpers/programs.ts';
import { temporaryFolder } from '../../../helpers/repository.ts';
import { until } from '../../../helpers/until.ts';

let repository: JjRepository;
let folder: ReturnType<typeof temporaryFolder>;
const context = { signal: new AbortController().signal };

const programs = () => join(folder.path, 'programs');
const marks = () => join(folder.path, 'marks');

/** The absolute path of a program that leaves a mark of its name and hands its input on. */
const trap = (name: string): string => {
  const path = join(programs(), name);
  const script = `#!/bin/sh\ntouch ${join(marks(), name)}\ncat\n`;
  writeFileSync(path, script, { mode: 0o755 });
  return path;
};

/** Which traps were sprung; sets them again. */
const sprung = (): string[] => {
  const names = readdirSync(marks()).toSorted();
  for (const name of names) rmSync(join(marks(), name));
  return names;
};

beforeEach(() => {
  if (noJj !== undefined) return;
  folder = temporaryFolder('spool');
  for (const path of [programs(), marks()]) mkdirSync(path);
  trap('watchman');
  vi.stubEnv('PATH', `${programs()}${delimiter}${process.env['PATH']}`);
  repository = new JjRepository('--no-colocate');
  repository.write('a', 'one\n');
  repository.commit('base');
  repository.write('a', 'two\n');
  // The user whose configuration counts is the same for both.
  vi.stubEnv('HOME', repository.home);
  vi.stubEnv('XDG_CONFIG_HOME', join(repository.home, '.config'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  if (noJj !== undefined) return;
  repository.remove();
  folder.remove();
});

/** Everything that a review does. */
const look = async (): Promise<string[]> => {
  const { source, title } = await findChange({ cwd: repository.path }, context);
  const { files } = await prepareInto(folder.path, source);
  await readWorktreeState(
    { task: 'worktree-state', source, contents: join(folder.path, 'contents') },
    context,
  );
  const question = { about: 'commits', query: {} } as const;
  await askRepository({ task: 'ask-repository', source, question }, context);
  return [title, ...files.map(({ path }) => path)];
};

const seen = ['repository: working copy', 'a'];
const refusal = /could make jj run programs/u;

/** Programs in place of jj's own, and other meanings of what Galley asks for. */
const hostile = (): string => `[ui]
diff-formatter = ["${trap('formatter')}"]
editor = "${trap('editor')}"
pager = ["${trap('pager')}"]
[aliases]
st = ["util", "exec", "--", "${trap('alias')}"]
[fsmonitor]
backend = "watchman"
[signing]
behavior = "force"
backend = "gpg"
backends.gpg.program = "${trap('gpg')}"
[revset-aliases]
"trunk()" = "description(substring:'base')"
[template-aliases]
commit_id = "'planted'"
`;

/** Expects that plain jj springs all of them. */
const expectReal = (): void => {
  for (const command of [['diff'], ['st'], ['describe']])
    try {
      repository.jj(...command);
    } catch {
      // That it fails for want of an answer is no matter.
    }
  // Only a terminal has pages.
  const hasTerminal = findProgram('script') !== undefined;
  if (hasTerminal) repository.inTerminal('operation', 'log');
  expect(sprung()).toEqual([
    'alias',
    'editor',
    'formatter',
    'gpg',
    ...(hasTerminal ? ['pager'] : []),
    'watchman',
  ]);
  expect(repository.id('@')).toBe('planted');
  const trunk = ['log', '--no-graph', '--revisions=trunk()', '--template=description'];
  expect(repository.jj(...trunk)).toBe('base\n');
  sprung();
};

describeWhere(noJj, 'a hostile Jujutsu repository', () => {
  it.each([
    ['.jj/repo/config.toml', 'repo'],
    ['.jj/workspace-config.toml', 'workspace'],
  ])('has no configuration of its own that counts: %s', async (path, level) => {
    repository.write(path, hostile());
    await expect(look()).rejects.toThrow(refusal);
    expect(sprung()).toEqual([]);
    // Plain jj takes it over, and does what it says.
    expectReal();
    // What jj keeps elsewhere by now counts for its user, but not here.
    expect(await look()).toEqual(seen);
    expect(sprung()).toEqual([]);
    expect(repository.jj('config', 'list', `--${level}`)).toContain(programs());
  });

  it('is not read with what its user has configured', async () => {
    repository.write('../home/.config/jj/config.toml', hostile());
    expect(await look()).toEqual(seen);
    expect(sprung()).toEqual([]);
    expectReal();
  });

  it('brings no configuration from where it leads', async () => {
    const elsewhere = join(folder.path, 'elsewhere');
    renameSync(join(repository.path, '.jj/repo'), elsewhere);
    repository.write('.jj/repo', elsewhere);
    expect(await look()).toEqual(seen);
    writeFileSync(join(elsewhere, 'config.toml'), hostile());
    await expect(look()).rejects.toThrow(refusal);
    expect(sprung()).toEqual([]);
    expectReal();
  });

  it.each(['names', 'is a link to'])(
    'has no store that %s the git repository of another one',
    async (how) => {
      const store = join(repository.path, '.jj/repo/store');
      const elsewhere = join(folder.path, 'elsewhere');
      renameSync(join(store, 'git'), elsewhere);
      if (how === 'names') writeFileSync(join(store, 'git_target'), elsewhere);
      else symlinkSync(elsewhere, join(store, 'git'));
      const objects = () =>
        new Set(readdirSync(join(elsewhere, 'objects'), { recursive: true, encoding: 'utf8' }));
      const before = objects();
      await expect(look()).rejects.toThrow(
        `The git repository of this one is elsewhere, in ${how === 'names' ? elsewhere : join(store, 'git')}, as ${join(store, 'git_target')} says.`,
      );
      expect(objects()).toEqual(before);
      // Plain jj writes what it looks at there.
      repository.jj('status');
      expect(objects()).not.toEqual(before);
    },
  );

  it.each(['.jj/repo/op_heads/type', '.jj/working_copy/checkout', '.jj/repo/store/git/config'])(
    'is left after a while where jj waits for a pipe: %s',
    async (name) => {
      const pipe = join(repository.path, name);
      rmSync(pipe);
      execFileSync('mkfifo', [pipe]);
      const pids: number[] = [];
      const call = { root: repository.path, args: ['log'], timeLimitMs: 400 };
      const waiting = { ...context, onStart: (pid: number) => pids.push(pid) };
      await expect(runJj({ ...call, context: waiting })).rejects.toMatchObject({
        code: 'preparation_timeout',
      });
      await until('jj is gone', () => pids.every((pid) => startTimeOf(pid) === undefined));
      expect(pids).toHaveLength(1);
    },
  );

  it.each([
    ['.jj/repo', 'There is no Jujutsu repository at'],
    ['.jj/repo/config-id', refusal],
    ['.jj/repo/config.toml', refusal],
    ['.jj/workspace-config-id', refusal],
    ['.jj/repo/store/git_target', 'The git repository of this one is elsewhere'],
  ])('does not have Galley wait for a pipe: %s', async (name, message) => {
    const pipe = join(repository.path, name);
    rmSync(pipe, { recursive: true, force: true });
    execFileSync('mkfifo', [pipe]);
    await expect(look()).rejects.toThrow(message);
  });

  it('has no id of a configuration that leads elsewhere', async () => {
    repository.write('.jj/repo/config-id', '../../../../..');
    await expect(look()).rejects.toThrow(refusal);
    repository.write('.jj/repo/config-id', '');
    await expect(look()).rejects.toThrow(refusal);
  });

  it('has no configuration beside an id', async () => {
    repository.write('.jj/repo/config-id', '0123456789abcdef0123');
    repository.write('.jj/repo/config.toml', hostile());
    expect(await look()).toEqual(seen);
    expect(sprung()).toEqual([]);
  });

  it('runs nothing that its git store is configured to run', async () => {
    const git = join(repository.path, '.jj/repo/store/git');
    const plain = (...args: string[]) =>
      execFileSync('git', ['--git-dir', git, '--work-tree', repository.path, ...args], {
        stdio: 'pipe',
      });
    for (const [key, value] of [
      ['filter.trap.clean', trap('clean')],
      ['diff.trap.textconv', trap('textconv')],
      ['diff.external', trap('external')],
      ['core.fsmonitor', trap('fsmonitor')],
    ] as const)
      plain('config', key, value);
    repository.write('.gitattributes', '* filter=trap diff=trap\n');
    expect(await look()).toEqual(['repository: working copy', '.gitattributes', 'a']);
    expect(sprung()).toEqual([]);
    plain('add', '--all');
    repository.write('a', 'three\n');
    plain('diff');
    plain('diff', '--no-ext-diff');
    expect(sprung()).toEqual(['clean', 'external', 'fsmonitor', 'textconv']);
  });

  it('shows no other files than have changed, whatever their names', async () => {
    const forged = 'x\ndiff --git a/forged b/forged\n--- a/forged\n+++ b/forged\n@@ -0,0 +1 @@\n+y';
    repository.write(forged, 'content\n');
    repository.write('tab\tand "quote"', 'content\n');
    const { source } = await findChange({ cwd: repository.path }, context);
    const { files } = await prepareInto(folder.path, source);
    expect(files.map(({ path, notCompared }) => [path, notCompared])).toEqual([
      ['a', undefined],
      ['tab\tand "quote"', 'refused'],
      [forged, 'refused'],
    ]);
    expect(repository.jj('diff', '--git')).toContain('\ndiff --git a/forged b/forged\n');
  });
});
