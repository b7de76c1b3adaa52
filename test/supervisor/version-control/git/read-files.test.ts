import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileAnswer, FilesAnswer } from '../../../../shared/session/project-files.ts';
import type { NamedScope } from '../../../../shared/session/scope.ts';
import type { Side } from '../../../../shared/session/side-lines.ts';
import { readFile } from '../../../../supervisor/threads/tasks/read-file.ts';
import type { ChangeSource } from '../../../../supervisor/version-control/change-source.ts';
import { askRepository, findChange } from '../../../../supervisor/version-control/providers.ts';
import { Repository, temporaryFolder } from '../../../helpers/repository.ts';

const context = { signal: new AbortController().signal };
const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 1\n`;
let repository: Repository;
let outside: ReturnType<typeof temporaryFolder>;
let spool: ReturnType<typeof temporaryFolder>;
let submodule: string;
const sources = new Map<NamedScope, ChangeSource>();

beforeAll(async () => {
  outside = temporaryFolder('outside');
  spool = temporaryFolder('spool');
  repository = new Repository();
  const path = (name: string) => join(repository.path, name);
  for (const [name, content] of [
    ['same.txt', 'same\n'],
    ['changed.txt', 'one\n'],
    ['gone.txt', 'gone\n'],
    ['binary', Buffer.from([1, 0, 2])],
    ['pointer', pointer],
    ['large.txt', 'x'.repeat(2000)],
    ['-x', 'an option\n'],
    ['*.txt', 'a pattern\n'],
    ['folder/inner.txt', 'inner\n'],
    ['pipe', 'a file\n'],
    ['latin', 'x\n'],
    ['moved/secret', 'of the project\n'],
    ['.gitignore', 'ignored\n'],
  ] as const)
    repository.write(name, content);
  renameSync(path('latin'), Buffer.from(`${path('/')}caf\u00e9`, 'latin1'));
  symlinkSync('same.txt', path('link'));
  symlinkSync(outside.path, path('out'));
  mkdirSync(path('sub'));
  for (const args of [
    ['init', '--quiet'],
    ['-c', 'user.name=A', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--allow-empty', '-mx'],
  ])
    execFileSync('git', args, { cwd: path('sub') });
  submodule = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: path('sub'), encoding: 'utf8' });
  repository.write('sub/file', 'of another\n');
  execFileSync('git', ['add', '--all'], { cwd: repository.path, stdio: 'pipe' });
  // What a careless git would have let in.
  const id = repository.git('hash-object', '-w', 'same.txt');
  const odd = ['.GIT/config', 'git~1/config', '.git./config', 'a/.g\u200cit/x', '.git::$DATA/x'];
  for (const name of odd) repository.write(name, 'planted\n');
  repository.git('config', 'core.protectNTFS', 'false');
  repository.git('config', 'core.protectHFS', 'false');
  for (const name of odd.slice(1))
    repository.git('update-index', '--add', '--cacheinfo', `100644,${id},${name}`);
  repository.git('commit', '--quiet', '--message', 'all');
  repository.write('changed.txt', 'two\n');
  repository.git('add', 'changed.txt');
  repository.write('changed.txt', 'three\n');
  for (const name of ['gone.txt', 'pipe']) rmSync(path(name));
  execFileSync('mkfifo', [path('pipe')]);
  repository.write('untracked.txt', 'untracked\n');
  repository.write('ignored', 'ignored\n');
  repository.write('nested/.git/config', '');
  execFileSync('mkfifo', [path('untracked-pipe')]);
  // The folder of a tracked file becomes a link that leads out.
  rmSync(path('moved'), { recursive: true });
  symlinkSync(outside.path, path('moved'));
  execFileSync('sh', ['-c', 'printf "outside\\n" > secret'], { cwd: outside.path });
  for (const scope of ['uncommitted', 'staged', 'unstaged', 'last'] as const)
    sources.set(scope, (await findChange({ cwd: repository.path, scope }, context)).source);
});
afterAll(() => {
  repository.remove();
  outside.remove();
  spool.remove();
});

const sourceOf = (scope: NamedScope): ChangeSource => {
  const source = sources.get(scope);
  if (source === undefined) throw new Error(`there is no scope ${scope}`);
  return source;
};

const read = async (path: string, scope: NamedScope = 'uncommitted', side: Side = 'new') => {
  const output = join(spool.path, 'file');
  const source = sourceOf(scope);
  await readFile({ task: 'read-file', source, path, side, output, maxBytes: 1000 }, context);
  return JSON.parse(readFileSync(output, 'utf8')) as FileAnswer;
};

const list = async (scope: NamedScope, q?: string) =>
  (await askRepository(
    {
      task: 'ask-repository',
      source: sourceOf(scope),
      question: { about: 'files', query: q === undefined ? {} : { q } },
    },
    context,
  )) as FilesAnswer;

describe('a file of the project', () => {
  it.each<[string, NamedScope, Side, string]>([
    ['same.txt', 'uncommitted', 'new', 'same\n'],
    ['untracked.txt', 'uncommitted', 'new', 'untracked\n'],
    ['changed.txt', 'uncommitted', 'new', 'three\n'],
    ['changed.txt', 'uncommitted', 'old', 'one\n'],
    ['changed.txt', 'staged', 'new', 'two\n'],
    ['changed.txt', 'unstaged', 'old', 'two\n'],
    ['changed.txt', 'last', 'new', 'one\n'],
    ['gone.txt', 'last', 'new', 'gone\n'],
    ['moved/secret', 'last', 'new', 'of the project\n'],
    ['folder/inner.txt', 'last', 'new', 'inner\n'],
    ['-x', 'uncommitted', 'new', 'an option\n'],
    ['*.txt', 'uncommitted', 'new', 'a pattern\n'],
    ['*.txt', 'last', 'new', 'a pattern\n'],
    [String.raw`"caf\351"`, 'uncommitted', 'new', 'x\n'],
    [String.raw`"caf\351"`, 'last', 'new', 'x\n'],
  ])('%s of %s, %s side, is read', async (path, scope, side, text) => {
    expect(await read(path, scope, side)).toMatchObject({ kind: 'text', text });
  });

  it.each<[string, Partial<FileAnswer>]>([
    ['binary', { kind: 'binary', bytes: 3 }],
    ['pointer', { kind: 'lfs', text: pointer }],
    ['large.txt', { kind: 'large', bytes: 2000 }],
    ['link', { kind: 'symlink', text: 'same.txt' }],
  ])('%s is said to be what it is, on each side', async (path, answer) => {
    for (const scope of ['uncommitted', 'staged', 'last'] as const)
      expect(await read(path, scope)).toEqual({ bytes: expect.any(Number) as number, ...answer });
  });

  it('is a link that leads out, which is not followed, or a submodule', async () => {
    expect(await read('out')).toMatchObject({ kind: 'symlink', text: outside.path });
    expect(await read('sub')).toEqual({ kind: 'submodule', bytes: 0, text: submodule.trim() });
  });

  it.each([
    '.git/config',
    '.GIT/config',
    '.git./config',
    '.git::$DATA/x',
    'git~1/config',
    'a/.g\u200cit/x',
    '../secret',
    'folder/../same.txt',
    './same.txt',
    '/etc/passwd',
    'folder//inner.txt',
    'folder',
    'folder/',
    'same.txt/',
    'same.txt\0',
    'ignored',
    'nothing',
    'gone.txt',
    'pipe',
    'untracked-pipe',
    'out/secret',
    'moved/secret',
    'link/x',
    'sub/file',
    'nested/.git/config',
    ':(top)same.txt',
    ':same.txt',
    'HEAD:same.txt',
    '--cached',
    String.raw`"\056git/config"`,
  ])('is not %j', async (path) => {
    await expect(read(path)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is listed where it is, by its name, its path or its letters', async () => {
    const { paths, total } = await list('uncommitted');
    expect(total).toBe(paths.length);
    expect(paths).toEqual(expect.arrayContaining(['untracked.txt', 'sub', 'link', 'out']));
    expect(paths).toContain(String.raw`"caf\351"`);
    const hidden = new Set(['gone.txt', 'ignored', 'nested/', 'untracked-pipe', '.GIT/config']);
    expect(paths.filter((path) => hidden.has(path) || /git[.~:]/u.test(path))).toEqual([]);
    expect((await list('last')).paths).toContain('gone.txt');
    expect((await list('staged')).paths).not.toContain('untracked.txt');
    expect((await list('uncommitted', 'INNER fold')).paths).toEqual(['folder/inner.txt']);
    expect((await list('uncommitted', 'fdrinn')).paths).toEqual(['folder/inner.txt']);
  });
});
