import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ScopeChoice } from '../../../../shared/session/scope.ts';
import type { ChangeSource } from '../../../../supervisor/version-control/change-source.ts';
import { findChange, refreshChange } from '../../../../supervisor/version-control/providers.ts';
import { prepareInto } from '../../../helpers/diff.ts';
import { jjProgram, JjRepository, noJj } from '../../../helpers/jj.ts';
import { describeWhere } from '../../../helpers/programs.ts';
import { keepFolder, Repository, temporaryFolder } from '../../../helpers/repository.ts';
import {
  choose,
  commitsOf,
  context,
  lookAt,
  patchOf as patchIn,
  scopesOf,
  stateOf as stateIn,
} from '../../../helpers/scopes.ts';

let origin: Repository;
let repository: JjRepository;
let prepared: ReturnType<typeof keepFolder>;
let folder: ReturnType<typeof temporaryFolder>;
let base: string;
let commits: string[];

/** Two changes since the trunk was left, which goes on, and a working copy that jj has not seen yet. */
beforeAll(() => {
  if (noJj !== undefined) return;
  origin = new Repository();
  origin.write('a.txt', 'one\ntwo\nthree\n');
  origin.write('b.txt', 'b\n');
  base = origin.commit('base');
  repository = new JjRepository();
  // Older gits lack what `jj git fetch` needs.
  repository.git('remote', 'add', 'origin', origin.path);
  repository.git('fetch', '--quiet', 'origin');
  repository.jj('new', 'main@origin');
  repository.write('a.txt', 'one\nTWO\nthree\n');
  const first = repository.commit('First of the stack\n\nWith a body.');
  repository.write('c.txt', 'c\n');
  commits = [base, first, repository.commit('second')];
  repository.jj('bookmark', 'create', 'feature', '--revision=@-');
  origin.write('b.txt', 'of others\n');
  origin.commit('others');
  repository.git('fetch', '--quiet', 'origin');
  repository.write('b.txt', 'changed\n');
  repository.write('new.txt', 'untracked\n');
  prepared = keepFolder(dirname(repository.path));
});
beforeEach(() => {
  if (noJj !== undefined) return;
  prepared.restore();
  folder = temporaryFolder('spool');
});
afterEach(() => {
  if (noJj === undefined) folder.remove();
});
afterAll(() => {
  if (noJj === undefined) for (const { remove } of [origin, repository, prepared]) remove();
});

const open = async (wanted: Partial<Parameters<typeof findChange>[0]> = {}) =>
  findChange({ cwd: repository.path, ...wanted }, context);

const patchOf = (source: ChangeSource) => patchIn(folder.path, source);
const stateOf = (source: ChangeSource) => stateIn(folder.path, source);

/** What jj itself says. */
const jjSays = (...args: string[]): string => repository.jj('diff', '--git', ...args);

describeWhere(noJj, 'what is compared in a Jujutsu workspace', () => {
  it('is part of the stack that the working copy is on, also when that was rebased', async () => {
    const branchOf = async (range?: string) =>
      (await open(range === undefined ? {} : { range })).branch;
    const stack = await branchOf();
    expect(stack).toMatch(/^[k-z]{32}\n$/u);
    repository.jj('rebase', '--source=roots(trunk()..@)', '--destination=main@origin');
    repository.jj('new');
    expect([await branchOf('@-'), await branchOf('feature')]).toEqual([stack, undefined]);
    repository.jj('new', 'main@origin');
    expect(await branchOf()).not.toBe(stack);
  });

  it('is everything since the trunk by default, with the working copy', async () => {
    const { source, commits: sides, title } = await open();
    expect(source.provider).toBe('jj');
    expect(await patchOf(source)).toBe(jjSays('--from', base, '--to', '@'));
    expect(sides).toEqual({ base, head: 'worktree', since: 'main@origin' });
    expect(title).toBe('repository: changes since main@origin');
  });

  it.each<[ScopeChoice, string[]]>([
    [{ scope: 'base' }, ['-r', 'trunk()..@']],
    [{ scope: 'uncommitted' }, ['-r', '@']],
    [{ scope: 'last' }, ['-r', '@-']],
    [{ range: 'feature-' }, ['-r', 'feature-']],
    [{ range: 'trunk()..feature' }, ['-r', 'trunk()..feature']],
    [{ range: 'feature | @' }, ['-r', 'feature | @']],
  ])('can be chosen: %j', async (choice, args) => {
    const { source } = await open({ range: '@' });
    const patch = await patchOf(await choose(source, choice));
    expect(patch).not.toBe('');
    expect(patch).toBe(jjSays(...args));
  });

  it('can be any change, or all from one to another', async () => {
    const { source } = await open();
    const [, first = '', second = ''] = commits;
    const of = async (from: string, to: string) => choose(source, { first: from, last: to });
    expect(await patchOf(await of(second, second))).toBe(jjSays('-r', second));
    expect(await patchOf(await of(first, second))).toBe(jjSays('-r', `${first}::${second}`));
    const id = repository.jj('log', '--no-graph', '-r', first, '-T', 'change_id.short(8)');
    const { source: named, title } = await open({ range: id });
    expect(await patchOf(named)).toBe(jjSays('-r', first));
    expect(title).toBe(`repository: change ${id}: First of the stack`);
  });

  it.each(['base', 'uncommitted', 'last'])(
    'is looked at without a change of operations or working copy: %s',
    async (scope) => {
      const before = repository.kept();
      for (const name of ['/.jj/repo/op_heads/heads/', '/.jj/working_copy/tree_state'])
        expect(Object.keys(before).join()).toContain(name);
      const { source } = await open();
      const chosen = await choose(source, { scope });
      await patchOf(chosen);
      await stateOf(chosen);
      await scopesOf(chosen);
      await commitsOf(chosen, { q: 'first' });
      expect(repository.kept()).toEqual(before);
      // Any command of its user does change them.
      repository.jj('status');
      expect(repository.kept()).not.toEqual(before);
    },
  );

  it.each([
    { scope: 'everything' },
    { scope: 'staged' },
    { range: '--help' },
    { range: 'nothing' },
    { range: 'a...b' },
    { range: 'none()' },
    { range: 'feature-- | @' },
  ])('refuses %j', async (choice) => {
    const { source } = await open();
    await expect(choose(source, choice).then(patchOf)).rejects.toMatchObject({
      code: 'unknown_revision',
    });
  });

  it('is the working copy where no trunk is known', async () => {
    repository.jj('git', 'remote', 'remove', 'origin');
    const { source, scope } = await open();
    expect(scope).toEqual({ id: 'uncommitted', kind: 'uncommitted' });
    expect(await patchOf(source)).toBe(jjSays());
    await expect(choose(source, { scope: 'base' })).rejects.toThrow(/Name what to compare with/u);
  });

  it('has only its own changes where the trunk was merged meanwhile', async () => {
    repository.jj('new', '@', 'main@origin');
    const { source } = await open();
    const patch = await patchOf(source);
    expect(patch).toBe(jjSays('--from', 'main@origin', '--to', '@'));
    expect(patch).not.toContain('+of others');
  });
});

describeWhere(noJj, 'a Jujutsu workspace', () => {
  it('lists its scopes, and no staging', async () => {
    const { source, capabilities } = await open();
    const list = await scopesOf(source);
    expect(list.current).toEqual({ id: 'base', kind: 'base', name: 'main@origin' });
    expect(list.scopes.map(({ kind }) => kind)).toEqual(['base', 'uncommitted', 'last']);
    expect(capabilities).toEqual([
      'whitespace',
      'search',
      'context',
      'sides',
      'structure',
      'refresh',
      'scopes',
      'commits',
      'files',
      'navigation',
    ]);
  });

  it('lists its changes in their order, with their names', async () => {
    const { source } = await open();
    const { commits: listed } = await commitsOf(source);
    expect(listed.map(({ id }) => id).slice(1)).toEqual(commits.toReversed());
    expect(listed[0]?.labels?.slice(1)).toEqual(['@']);
    expect(listed[1]).toMatchObject({ subject: 'second', labels: [expect.any(String), 'feature'] });
    expect(listed[2]).toMatchObject({
      subject: 'First of the stack',
      body: 'With a body.',
      author: 'A Tester',
      parents: [base],
    });
    const found = await commitsOf(source, { q: 'FIRST' });
    expect(found.commits.map(({ id }) => id)).toEqual([commits[1]]);
    expect((await commitsOf(source, { q: 'x") | all() | description("' })).commits).toEqual([]);
  });

  it('lists what is stacked on the working copy as well', async () => {
    repository.jj('edit', 'feature-');
    const { source } = await open();
    const { commits: listed } = await commitsOf(source);
    expect(listed.map(({ subject }) => subject)).toEqual([
      '',
      'second',
      'First of the stack',
      'base',
    ]);
  });

  it('comes by pages', async () => {
    const commits = Array.from(
      { length: 50 },
      (_, index) => `commit refs/heads/many
committer A Tester <tester@example.org> ${index} +0000
data <<END
number ${index}
END
${index === 0 ? 'from refs/heads/feature\n' : ''}`,
    );
    execFileSync('git', ['fast-import', '--quiet'], {
      cwd: repository.path,
      input: commits.join(''),
    });
    repository.jj('new', 'many');
    const { source } = await open();
    const page = await commitsOf(source);
    expect(page.commits).toHaveLength(50);
    const rest = await commitsOf(source, { after: page.next ?? '' });
    expect(rest.commits).toHaveLength(4);
    expect(rest.next).toBeUndefined();
  });
});

describeWhere(noJj, 'the state of what is compared in a Jujutsu workspace', () => {
  it.each(['base', 'uncommitted'])('of %s differs with the files', async (scope) => {
    const { source: opened } = await open();
    const source = await choose(opened, { scope });
    const before = await stateOf(source);
    const manifest = await prepareInto(folder.path, source);
    expect(manifest.worktreeState).toBe(before);
    // The same content in an operation of its user.
    repository.jj('status');
    repository.jj('bookmark', 'create', 'another', '--revision=@-');
    expect(await stateOf(source)).toBe(before);
    repository.write('new.txt', 'more\n');
    const { state, changed } = await lookAt(folder.path, source);
    expect(state).not.toBe(before);
    expect(changed).toEqual({ hasOtherCommits: false, paths: ['new.txt'], count: 1 });
    const { source: refreshed } = await refreshChange({ source }, context);
    expect(await patchOf(refreshed)).toContain('+more');
  });

  it('of a bookmark differs when it moves', async () => {
    const { source } = await open({ range: 'feature' });
    const { worktreeState } = await prepareInto(folder.path, source);
    repository.write('new.txt', 'more\n');
    expect(await lookAt(folder.path, source)).toEqual({ state: worktreeState });
    repository.jj('bookmark', 'set', 'feature', '--revision=@');
    const { state, changed } = await lookAt(folder.path, source);
    expect(state).not.toBe(worktreeState);
    expect(changed).toMatchObject({ hasOtherCommits: true });
  });

  it('adds nothing where nothing has changed since it was asked', async () => {
    const { source } = await open();
    await stateOf(source);
    const files = () => Object.keys(repository.files('.jj/repo/op_store'));
    const known = files();
    await stateOf(source);
    expect(files()).toEqual(known);
  });
});

describe('where there is no jj', () => {
  let work: Repository;
  beforeEach(() => {
    work = new Repository();
    vi.stubEnv('JJ_BIN', join(work.path, 'no-jj'));
    mkdirSync(join(work.path, '.jj/repo'), { recursive: true });
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    work.remove();
  });

  it('a folder of both is one of git', async () => {
    expect((await findChange({ cwd: work.path }, context)).source.provider).toBe('git');
  });

  it('is said what to do', async () => {
    const missing = { code: 'jj_failed', message: expect.stringContaining('Install Jujutsu') };
    const asked = findChange({ cwd: work.path, vcs: 'jj' }, context);
    await expect(asked).rejects.toMatchObject(missing);
    rmSync(join(work.path, '.git'), { recursive: true });
    await expect(findChange({ cwd: work.path }, context)).rejects.toMatchObject(missing);
  });

  it('but only an old one, is said what to do', async () => {
    const problem = "error: unexpected argument '--no-integrate-operation' found";
    work.write('no-jj', `#!/bin/sh\necho "${problem}" >&2\nexit 2\n`);
    chmodSync(join(work.path, 'no-jj'), 0o755);
    await expect(findChange({ cwd: work.path }, context)).rejects.toMatchObject({
      code: 'jj_failed',
      message: expect.stringContaining('needs jj 0.41 or newer'),
    });
  });
});

describeWhere(noJj, 'what a folder is under', () => {
  it('is Jujutsu in a folder of both, unless it is told', async () => {
    const { source } = await open();
    expect(source.provider).toBe('jj');
    const { source: other } = await open({ vcs: 'git' });
    expect(other.provider).toBe('git');
    await expect(open({ vcs: 'svn' })).rejects.toThrow(/The version control is jj or git\./u);
  });

  it('is Jujutsu also where jj is only on PATH', async () => {
    const bin = join(folder.path, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'jj'), `#!/bin/sh\nexec ${jjProgram} "$@"\n`, { mode: 0o755 });
    vi.stubEnv('JJ_BIN', '');
    vi.stubEnv('PATH', `${bin}${delimiter}${process.env['PATH']}`);
    const { source } = await open();
    expect(source.provider).toBe('jj');
    vi.unstubAllEnvs();
  });

  it('is the nearest', async () => {
    repository.write('inside/git/file', '');
    repository.jj('git', 'init', '--no-colocate', 'inside/jj');
    repository.git('clone', '--quiet', origin.path, 'inside/git/clone');
    const at = async (path: string) => (await open({ cwd: join(repository.path, path) })).source;
    expect(await at('inside/git')).toMatchObject({ provider: 'jj', path: repository.path });
    expect(await at('inside/jj')).toMatchObject({
      provider: 'jj',
      path: join(repository.path, 'inside/jj'),
    });
    expect(await at('inside/git/clone')).toMatchObject({ provider: 'git' });
    const { source } = await open({ cwd: join(repository.path, 'inside/git/clone'), vcs: 'jj' });
    expect(source).toMatchObject({ provider: 'jj', path: repository.path });
  });

  it('may be a second workspace of a repository', async () => {
    const first = new JjRepository('--no-colocate');
    first.jj('workspace', 'add', '../second');
    first.write('../second/a.txt', 'of the second\n');
    const cwd = join(dirname(first.path), 'second');
    const { source, repository: shared } = await open({ cwd });
    expect(source).toMatchObject({ provider: 'jj', path: cwd });
    expect(shared).toBe((await open({ cwd: first.path })).repository);
    expect(await patchOf(source)).toContain('+of the second');
    first.remove();
  });
});
