import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireFolder } from '../../../../supervisor/sessions/source.ts';
import {
  parseRange,
  resolveRange,
} from '../../../../supervisor/version-control/git/resolve-range.ts';
import { Repository, temporaryFolder } from '../../../helpers/repository.ts';

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
let repository: Repository;
let root: string;
let second: string;
let side: string;
let merge: string;

beforeAll(() => {
  repository = new Repository();
  repository.write('a.txt', 'one\n');
  root = repository.commit('root');
  repository.git('checkout', '--quiet', '-b', 'side');
  repository.write('b.txt', 'side\n');
  side = repository.commit('side');
  repository.git('checkout', '--quiet', 'main');
  repository.write('a.txt', 'two\n');
  second = repository.commit('second');
  repository.git('merge', '--quiet', '--no-edit', 'side');
  merge = repository.git('rev-parse', 'HEAD');
  repository.git('tag', '--annotate', '--message', 'a tag', 'v1', second);
});
afterAll(() => repository.remove());

describe('resolveRange', () => {
  it('compares the work tree with HEAD where no range is given, from any folder of the tree', async () => {
    mkdirSync(join(repository.path, 'deep/er'), { recursive: true });
    expect(await resolveRange({ cwd: join(repository.path, 'deep/er') })).toEqual({
      topLevel: repository.path,
      from: merge,
      to: 'worktree',
      description: 'uncommitted changes',
      scope: { id: 'uncommitted', kind: 'uncommitted' },
    });
  });

  it('names a work tree whose path is not UTF-8, in which no process can be started', async () => {
    const { path, remove } = temporaryFolder();
    const folder = Buffer.from(`${path}/caf\u00e9`, 'latin1');
    execFileSync('git', ['init', '--quiet', join(path, 'work')]);
    renameSync(join(path, 'work'), folder);
    symlinkSync(folder, join(path, 'link'));
    await expect(resolveRange({ cwd: join(path, 'link') })).rejects.toMatchObject({
      code: 'git_failed',
      message: expect.stringContaining(String.raw`/caf\351", is not UTF-8. Rename the folder`),
    });
    const cwd = `${path}/caf\uFFFD`;
    await expect(requireFolder(cwd)).rejects.toThrow(
      `There is no folder ${cwd}. If its path is not UTF-8, rename the folder.`,
    );
    remove();
  });

  it.each([
    ['the folder around it', (inner: string) => join(inner, '../..')],
    ['another repository around it', () => repository.path],
    ['a folder elsewhere', () => tmpdir()],
  ])('does not follow a setting that makes %s the work tree', async (_, elsewhere) => {
    const inner = join(repository.path, 'vendored', 'inner');
    execFileSync('git', ['init', '--quiet', inner]);
    const config = (...args: string[]) => execFileSync('git', ['config', ...args], { cwd: inner });
    config('core.worktree', elsewhere(inner));
    // As git itself does.
    const shown = execFileSync('git', ['rev-parse', '--show-toplevel'], { cwd: inner });
    expect(shown.toString().trim()).not.toBe(inner);
    const resolving = resolveRange({ cwd: inner });
    await expect(resolving).rejects.toMatchObject({ code: 'not_a_repository' });
    await expect(resolving).rejects.toThrow('as its setting core.worktree says');
    config('--unset', 'core.worktree');
    expect(await resolveRange({ cwd: inner })).toMatchObject({ topLevel: inner });
    rmSync(join(repository.path, 'vendored'), { recursive: true });
  });

  it('does not follow a file that leads to the repository of another work tree', async () => {
    const { path, remove } = temporaryFolder();
    const [work, its, here] = ['work', 'its', 'here'].map((name) => join(path, name));
    execFileSync('git', ['init', '--quiet', '--separate-git-dir', its ?? '', work ?? '']);
    execFileSync('git', ['config', 'core.worktree', work ?? ''], { cwd: its });
    mkdirSync(here ?? '');
    writeFileSync(join(here ?? '', '.git'), `gitdir: ${its}\n`);
    const resolving = resolveRange({ cwd: here ?? '' });
    await expect(resolving).rejects.toMatchObject({ code: 'not_a_repository' });
    remove();
  });

  it('follows it where the git folder of a work tree is elsewhere', async () => {
    const { path, remove } = temporaryFolder();
    const [work, its] = [join(path, 'work'), join(path, 'its')];
    execFileSync('git', ['init', '--quiet', '--separate-git-dir', its, work]);
    execFileSync('git', ['config', 'core.worktree', '../work'], { cwd: its });
    mkdirSync(join(work, 'deep'));
    expect(await resolveRange({ cwd: join(work, 'deep') })).toMatchObject({ topLevel: work });
    // What looks like a repository and is none is passed over, as git does it.
    mkdirSync(join(work, 'deep', '.git'));
    expect(await resolveRange({ cwd: join(work, 'deep') })).toMatchObject({ topLevel: work });
    remove();
  });

  it('compares with the empty tree where there is no commit yet', async () => {
    const empty = new Repository();
    const range = await resolveRange({ cwd: empty.path });
    expect(range).toMatchObject({ from: emptyTree, to: 'worktree' });
    empty.remove();
  });

  it('knows the empty tree of a SHA-256 repository', async () => {
    const empty = new Repository('--object-format=sha256');
    const { from } = await resolveRange({ cwd: empty.path });
    expect(empty.git('hash-object', '-t', 'tree', '/dev/null')).toBe(from);
    empty.remove();
  });

  it.each([
    ['a commit', () => 'HEAD~1', () => [root, second]],
    ['a merge, against its first parent', () => 'HEAD', () => [second, merge]],
    ['the root commit', () => root, () => [emptyTree, root]],
    ['an annotated tag', () => 'v1', () => [root, second]],
    ['a..b', () => 'main~1..side', () => [second, side]],
    ['a...b', () => 'main~1...side', () => [root, side]],
    ['a..', () => 'side..', () => [side, merge]],
    ['..b', () => '..side', () => [merge, side]],
  ])('resolves %s', async (_, range, ids) => {
    const { from, to } = await resolveRange({ cwd: repository.path, wanted: parseRange(range()) });
    expect([from, to]).toEqual(ids());
  });

  it.each([
    'nope',
    'main..nope',
    'nope...main',
    '',
    ' ',
    'a\nb',
    'HEAD:a.txt',
    '--output=pwned',
    '--all..HEAD',
    '-',
  ])('refuses %j as an unknown revision', async (range) => {
    const refused = async () => resolveRange({ cwd: repository.path, wanted: parseRange(range) });
    await expect(refused()).rejects.toMatchObject({ code: 'unknown_revision' });
    expect(existsSync(join(repository.path, 'pwned'))).toBe(false);
  });

  it('says what to do where two sides have no common ancestor', async () => {
    repository.git('checkout', '--quiet', '--orphan', 'other');
    repository.commit('other root');
    repository.git('checkout', '--quiet', 'main');
    await expect(
      resolveRange({ cwd: repository.path, wanted: parseRange('main...other') }),
    ).rejects.toMatchObject({
      code: 'unknown_revision',
      message: expect.stringMatching(/two dots/),
    });
  });

  it('refuses a folder that is in no work tree, is not there, or is a bare repository', async () => {
    const { path, remove } = temporaryFolder();
    const bare = new Repository();
    bare.git('clone', '--quiet', '--bare', bare.path, join(path, 'bare'));
    for (const cwd of [path, join(path, 'missing'), join(path, 'bare')])
      await expect(resolveRange({ cwd })).rejects.toMatchObject({ code: 'not_a_repository' });
    bare.remove();
    remove();
  });

  it.each(['odd\nname', 'odd\n/git\nsha1'])('knows a work tree whose path is %j', async (name) => {
    const { path, remove } = temporaryFolder();
    const odd = join(path, name);
    mkdirSync(odd, { recursive: true });
    repository.git('init', '--quiet', odd);
    expect((await resolveRange({ cwd: odd })).topLevel).toBe(odd);
    remove();
  });
});
