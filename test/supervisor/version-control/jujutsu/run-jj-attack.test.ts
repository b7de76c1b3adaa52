import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTimeOf } from '../../../../shared/node/process-identity.ts';
import { runJj } from '../../../../supervisor/version-control/jujutsu/run-jj.ts';
import {
  askRepository,
  findChange,
  readWorktreeState,
} from '../../../../supervisor/version-control/providers.ts';
import { prepareInto } from '../../../helpers/diff.ts';
import { JjRepository, noJj, sharedJj } from '../../../helpers/jj.ts';
import { describeWhere, findProgram } from '../../../helpers/programs.ts';
import { Repository, temporaryFolder } from '../../../helpers/repository.ts';
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

const shared = sharedJj(() => {
  const made = new JjRepository('--no-colocate');
  made.write('a', 'one\n');
  made.commit('base');
  made.write('a', 'two\n');
  return made;
});
afterAll(shared.remove);

beforeEach(() => {
  if (noJj !== undefined) return;
  folder = temporaryFolder('spool');
  for (const path of [programs(), marks()]) mkdirSync(path);
  trap('watchman');
  vi.stubEnv('PATH', `${programs()}${delimiter}${process.env['PATH']}`);
  repository = shared.take();
  // The user whose configuration counts is the same for both.
  vi.stubEnv('HOME', repository.home);
  vi.stubEnv('XDG_CONFIG_HOME', join(repository.home, '.config'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  if (noJj !== undefined) return;
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

const filesIn = (path: string): string[] => {
  try {
    return readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted();
  } catch {
    return [];
  }
};

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

  it('has no store that names the git repository of another one', async () => {
    const store = join(repository.path, '.jj/repo/store');
    const elsewhere = join(folder.path, 'elsewhere');
    renameSync(join(store, 'git'), elsewhere);
    writeFileSync(join(store, 'git_target'), elsewhere);
    const before = filesIn(elsewhere);
    await expect(look()).rejects.toThrow(
      `The git repository of this one is elsewhere, in ${elsewhere}, as ${join(store, 'git_target')} says.`,
    );
    expect(filesIn(elsewhere)).toEqual(before);
    // Plain jj writes what it looks at there.
    repository.jj('status');
    expect(filesIn(elsewhere)).not.toEqual(before);
  });

  it('has no part that is a link', async () => {
    const [object = ''] = readdirSync(join(repository.path, '.jj/repo/store/git/objects'));
    const elsewhere = join(folder.path, 'elsewhere');
    const leadAway = (name: string) => {
      const path = join(repository.path, '.jj', name);
      rmSync(elsewhere, { recursive: true, force: true });
      renameSync(path, elsewhere);
      symlinkSync(elsewhere, path);
      return path;
    };
    const writtenTo = ['store', 'store/extra', 'store/extra/heads', 'store/git/objects'];
    writtenTo.push('store/git/refs', 'store/git/refs/jj', 'store/git/refs/jj/keep', 'op_store');
    writtenTo.push('op_store/operations', 'op_store/views', 'index', 'index/segments');
    const names = [...writtenTo, 'store/git', `store/git/objects/${object}`, 'op_heads'];
    for (const name of [...names, 'op_heads/heads', '../working_copy', 'store/type']) {
      const path = leadAway(join('repo', name));
      const before = filesIn(elsewhere);
      await expect(look(), name).rejects.toThrow(`${path} is a link, which jj never makes there.`);
      expect(filesIn(elsewhere), name).toEqual(before);
      rmSync(path);
      renameSync(elsewhere, path);
    }
    // Plain jj follows them.
    for (const [index, name] of writtenTo.entries()) {
      const path = leadAway(join('repo', name));
      const before = filesIn(elsewhere);
      repository.write('a', `other ${index}\n`);
      repository.jj('status', '--no-integrate-operation');
      expect(filesIn(elsewhere), name).not.toEqual(before);
      rmSync(path);
      renameSync(elsewhere, path);
    }
  });

  it('has no git repository of another one beside it', async () => {
    const own = join(repository.path, '.git');
    const other = join(folder.path, 'other');
    const its = join(folder.path, 'its');
    repository.jj('git', 'colocation', 'enable');
    expect(await look()).toEqual(seen);
    renameSync(own, other);
    const ways: Record<string, () => void> = {
      'a link': () => symlinkSync(other, own),
      'a file that names it': () => writeFileSync(own, `gitdir: ${other}\n`),
      'a work tree of it, as it says itself': () => {
        execFileSync('cp', ['-a', other, its]);
        writeFileSync(join(its, 'commondir'), other);
        writeFileSync(join(its, 'gitdir'), own);
        writeFileSync(own, `gitdir: ${its}\n`);
      },
      'a folder with its objects': () => {
        execFileSync('cp', ['-a', other, own]);
        writeFileSync(join(own, 'commondir'), other);
      },
    };
    for (const [way, lead] of Object.entries(ways)) {
      lead();
      repository.write('a', way);
      const before = filesIn(other);
      await expect(look(), way).rejects.toThrow('The git repository of this one is elsewhere');
      expect(filesIn(other), way).toEqual(before);
      repository.jj('status', '--no-integrate-operation');
      expect(filesIn(other), way).not.toEqual(before);
      rmSync(own, { recursive: true });
    }
  });

  it('may be in a work tree or a submodule, as git makes them', async () => {
    const main = new Repository();
    const parent = new Repository();
    main.write('a', 'one\n');
    main.commit('base');
    main.git('worktree', 'add', '--quiet', 'tree');
    const add = ['submodule', '--quiet', 'add', main.path, 'sub'];
    parent.git('-c', 'protocol.file.allow=always', ...add);
    for (const path of [join(main.path, 'tree'), join(parent.path, 'sub')]) {
      repository.jj('git', 'init', '--colocate', path);
      writeFileSync(join(path, 'a'), 'two\n');
      const { source } = await findChange({ cwd: path, vcs: 'jj' }, context);
      const { files } = await prepareInto(folder.path, source);
      expect(files).toMatchObject([{ path: 'a', additions: 1, deletions: 1 }]);
    }
    main.remove();
    parent.remove();
  });

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
