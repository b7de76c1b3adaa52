import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NamedScope } from '../../../../shared/session/scope.ts';
import { inspectSource } from '../../../../supervisor/threads/tasks/inspect-source.ts';
import { hideWhitespace } from '../../../../supervisor/threads/tasks/hide-whitespace.ts';
import { readSide } from '../../../../supervisor/threads/tasks/read-side.ts';
import type { ChangeSource } from '../../../../supervisor/version-control/change-source.ts';
import { findChange, openChange } from '../../../../supervisor/version-control/providers.ts';
import { prepareInto } from '../../../helpers/diff.ts';
import { plantTraps } from '../../../helpers/git-traps.ts';
import { JjRepository, noJj } from '../../../helpers/jj.ts';
import { describeWhere } from '../../../helpers/programs.ts';
import { keepFolder, Repository, temporaryFolder } from '../../../helpers/repository.ts';
import { context, lookAt, stateOf } from '../../../helpers/scopes.ts';

let root: string;
let prepared: ReturnType<typeof keepFolder>;
let made: ReturnType<typeof temporaryFolder>;
let spool: ReturnType<typeof temporaryFolder>;

const git = (name: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: join(root, name), encoding: 'utf8', stdio: 'pipe' });

/** A repository with a commit, copied so that one run of git makes all of them. */
const place = (repository: Repository, name: string): void => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  execFileSync('cp', ['-a', repository.path, join(root, name)]);
};

const write = (name: string, content: string): void => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), content);
};

beforeAll(() => {
  made = temporaryFolder('work');
  root = join(made.path, 'work');
  const repository = new Repository();
  repository.write('a.txt', 'one\ntwo\nthree\nfour\nfive\n');
  repository.write('old.txt', 'a\nb\nc\nd\n');
  repository.write('image.bin', Buffer.from([0, 1, 2]));
  repository.commit('first');
  for (const name of ['api', 'group/web', 'odd ä "name"', 'clean']) place(repository, name);
  repository.remove();
  write('api/a.txt', 'one\nTWO\nthree \nfour\nfive\n');
  write('api/--- a', '--- a/no\n+++ b/no\n');
  rmSync(join(root, 'group/web/old.txt'));
  write('group/web/new name.txt', 'a\nb\nc\nd\n');
  write('group/web/image.bin', '\0other');
  git('group/web', 'add', '--all');
  write('odd ä "name"/ü.txt', 'new\n');
  rmSync(join(root, 'odd ä "name"/a.txt'));
  write('notes.txt', 'in no repository\n');
  prepared = keepFolder(root);
});
beforeEach(() => {
  spool = temporaryFolder('spool');
});
afterEach(() => {
  spool.remove();
  prepared.restore();
});
afterAll(() => {
  made.remove();
  prepared.remove();
});

const open = async (scope?: NamedScope, cwd = root) =>
  findChange({ cwd, ...(scope === undefined ? {} : { scope }) }, context);

const prepare = (source: ChangeSource) => prepareInto(spool.path, source);

describe('a folder of several repositories', () => {
  it('is one change, with each path below its repository, as git reads it', async () => {
    const { source, title, project } = await open();
    expect({ provider: source.provider, title, project }).toEqual({
      provider: 'folder',
      title: 'work: uncommitted changes in api, clean, group/web and odd ä "name"',
      project: 'work',
    });
    const { files, scope } = await prepare(source);
    expect(scope).toBe('uncommitted');
    expect(files.map(({ path, oldPath, status }) => [path, oldPath, status])).toEqual([
      ['api/--- a', undefined, 'added'],
      ['api/a.txt', undefined, 'modified'],
      ['group/web/image.bin', undefined, 'modified'],
      ['group/web/new name.txt', 'group/web/old.txt', 'renamed'],
      ['odd ä "name"/a.txt', undefined, 'deleted'],
      ['odd ä "name"/ü.txt', undefined, 'added'],
    ]);
    // Git itself takes the patch: in the folder as one repository, it makes the same files.
    const plain = temporaryFolder('plain');
    for (const name of ['api', 'group/web', 'odd ä "name"']) {
      mkdirSync(join(plain.path, name), { recursive: true });
      git(name, '--work-tree', join(plain.path, name), 'checkout', '--quiet', 'HEAD', '--', '.');
    }
    const patch = join(spool.path, 'patch.diff');
    const apply = ['apply', '--exclude=*.bin', patch];
    execFileSync('git', apply, { cwd: plain.path, stdio: 'pipe' });
    const contentIn = (folder: string, path: string) =>
      existsSync(join(folder, path)) && readFileSync(join(folder, path), 'utf8');
    const paths = files.flatMap(({ path, oldPath = path }) => [path, oldPath]);
    for (const path of paths.filter((name) => !name.endsWith('.bin')))
      expect(contentIn(plain.path, path)).toBe(contentIn(root, path));
    plain.remove();
    expect(readFileSync(patch, 'utf8')).toContain(
      '\nBinary files a/group/web/image.bin and b/group/web/image.bin differ\n',
    );
  });

  it('has files with the digests of their repository, and one each, also where they are alike', async () => {
    execFileSync('cp', ['-a', join(root, 'api'), join(root, 'twin')]);
    const { source, repositories } = await open();
    const { files } = await prepare(source);
    for (const name of ['api', 'group/web']) {
      const alone = await open(undefined, join(root, name));
      expect(repositories).toContainEqual({ folder: name, repository: alone.repository });
      const own = await prepare(alone.source);
      const below = files.filter(({ path }) => path.startsWith(`${name}/`));
      expect(below.map(({ ownDigest }) => ownDigest)).toEqual(
        own.files.map(({ digest }) => digest),
      );
      expect(own.files.map(({ ownDigest }) => ownDigest)).toEqual(own.files.map(() => undefined));
    }
    expect(new Set(files.map(({ digest }) => digest)).size).toBe(files.length);
  });

  it('has both sides of each file, and can do what its repositories can', async () => {
    const { source, capabilities } = await open();
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
      'staging',
    ]);
    const { files } = await prepare(source);
    const manifest = join(spool.path, 'manifest.json');
    const sideOf = async (path: string, side: 'old' | 'new') => {
      const fileId = files.find((file) => file.path === path)?.id ?? '';
      const output = join(spool.path, 'side');
      await readSide({ task: 'read-side', source, manifest, fileId, side, output }, context);
      return readFileSync(output, 'utf8');
    };
    expect(await sideOf('api/a.txt', 'old')).toBe('one\ntwo\nthree\nfour\nfive\n');
    expect(await sideOf('odd ä "name"/ü.txt', 'new')).toBe('new\n');
    const wanted = files.map((file) => ({ file, side: 'new', maxBytes: 100 }) as const);
    const contents = await openChange(source).readSides?.(wanted, context);
    expect(contents?.map(String)).toEqual([
      '--- a/no\n+++ b/no\n',
      'one\nTWO\nthree \nfour\nfive\n',
      '\0other',
      'undefined',
      'undefined',
      'new\n',
    ]);
    const less = { patch: join(spool.path, 'less'), manifest: join(spool.path, 'less.json') };
    const from = { patch: join(spool.path, 'patch.diff'), manifest };
    const totals = hideWhitespace({ task: 'hide-whitespace', source, from, ...less }, context);
    expect(await totals).toMatchObject({ additions: 4, deletions: 6 });
  });

  it.each<[NamedScope, string[]]>([
    ['staged', ['group/web/image.bin', 'group/web/new name.txt']],
    ['unstaged', ['api/--- a', 'api/a.txt', 'odd ä "name"/a.txt', 'odd ä "name"/ü.txt']],
  ])('compares what is %s, where that is asked for', async (scope, paths) => {
    const { source } = await open(scope);
    expect((await prepare(source)).files.map(({ path }) => path)).toEqual(paths);
  });

  it('is out of date when a repository changes, comes or goes', async () => {
    const { source } = await open();
    const { worktreeState } = await prepare(source);
    const now = () => stateOf(spool.path, source);
    expect(await now()).toBe(worktreeState);
    write('clean/a.txt', 'changed\n');
    const { state: changed, changed: what } = await lookAt(spool.path, source);
    expect(what).toEqual({ hasOtherCommits: false, paths: ['clean/a.txt'], count: 1 });
    write('new/.git/HEAD', 'ref: refs/heads/main\n');
    const added = await now();
    rmSync(join(root, 'new'), { recursive: true });
    rmSync(join(root, 'api'), { recursive: true });
    expect(new Set([worktreeState, changed, added, await now()]).size).toBe(4);
  });

  it('is refused with what to do instead', async () => {
    await expect(findChange({ cwd: root, range: 'main' }, context)).rejects.toMatchObject({
      code: 'unknown_revision',
      message: `${root} is no repository but holds api, clean, group/web and odd ä "name", so there is no "main". Start the review in one of them, or without a revision to see the changes of all.`,
    });
    await expect(open('base')).rejects.toMatchObject({
      code: 'unknown_revision',
      message: expect.stringMatching(/^api: There is no default branch/u) as string,
    });
    for (let index = 0; index < 50; index += 1)
      mkdirSync(join(root, `more/${index}/.git`), { recursive: true });
    await expect(open()).rejects.toMatchObject({ code: 'content_too_large' });
  });

  it('is not looked for in a repository, too far down, in hidden folders or behind links', async () => {
    const { source } = await findChange({ cwd: join(root, 'api') }, context);
    expect(source.provider).toBe('git');
    const outside = temporaryFolder('outside');
    symlinkSync(root, join(outside.path, 'link'));
    for (const name of ['.hidden/x/.git', 'node_modules/x/.git', '1/2/3/4/.git'])
      mkdirSync(join(outside.path, name), { recursive: true });
    const found = open(undefined, outside.path);
    await expect(found).rejects.toThrow(`${outside.path} is not inside the work tree`);
    outside.remove();
  });
});

describe('a hostile repository in the folder', () => {
  it('runs nothing', async () => {
    const traps = plantTraps(join(root, 'api'));
    const { source } = await open();
    expect((await prepare(source)).files.length).toBe(6);
    expect(traps.sprung()).toEqual([]);
    expect(traps.inPlainGit()).toEqual(traps.names);
  });

  it.each<[string, (outside: string) => void]>([
    ['names a work tree elsewhere', (outside) => git('api', 'config', 'core.worktree', outside)],
    [
      'has its git folder elsewhere, which names another work tree',
      (outside) => {
        execFileSync('git', [
          'init',
          '--quiet',
          '--separate-git-dir',
          join(outside, 'its'),
          outside,
        ]);
        execFileSync('git', ['config', 'core.worktree', outside], { cwd: join(outside, 'its') });
        rmSync(join(root, 'api/.git'), { recursive: true });
        write('api/.git', `gitdir: ${join(outside, 'its')}\n`);
      },
    ],
    ['is broken', () => rmSync(join(root, 'api/.git/HEAD'))],
    [
      'is a link',
      (outside) => {
        rmSync(join(root, 'api'), { recursive: true });
        execFileSync('git', ['init', '--quiet', outside]);
        symlinkSync(outside, join(root, 'api'));
      },
    ],
  ])('that %s is not compared, and the page says so', async (what, change) => {
    const outside = temporaryFolder('outside');
    writeFileSync(join(outside.path, 'secret.txt'), 'secret\n');
    change(outside.path);
    const { source, title } = await open();
    const { files } = await prepare(source);
    outside.remove();
    expect(title).toBe('work: uncommitted changes in clean, group/web and odd ä "name"');
    expect(files.filter(({ path }) => path.includes('api'))).toMatchObject(
      what === 'is a link' ? [] : [{ path: 'api/', notCompared: 'failed' }],
    );
    expect(JSON.stringify(files)).not.toContain('secret');
  });
});

describeWhere(noJj, 'beside a git repository, a Jujutsu one', () => {
  it('is compared as well', async () => {
    const repository = new JjRepository('--no-colocate');
    repository.write('a.txt', 'new\n');
    repository.write('tab\there', 'odd\n');
    execFileSync('cp', ['-a', repository.path, join(root, 'jj')]);
    repository.remove();
    const request = { mode: 'review', cwd: root } as const;
    const { source, title } = await inspectSource(request, context);
    expect(title).toContain(' in api, clean, group/web and 2 more');
    if (source.kind !== 'change') throw new Error('it is no change');
    const { files } = await prepare(source);
    expect(files.filter(({ path }) => path.startsWith('jj/'))).toMatchObject([
      { path: 'jj/a.txt', status: 'added', additions: 1 },
      { path: 'jj/tab\there', status: 'added', notCompared: 'refused' },
    ]);
  });
});
