import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stdinPatchName } from '../../../../shared/node/paths.ts';
import {
  patchSource,
  prepareInto,
  prepareRange,
  rangeSource,
  sectionOf,
} from '../../../helpers/diff.ts';
import { Repository, temporaryFolder } from '../../../helpers/repository.ts';

let repository: Repository;
let spool: string;
let removeSpool: () => void;

beforeEach(() => {
  repository = new Repository();
  ({ path: spool, remove: removeSpool } = temporaryFolder('spool'));
});
afterEach(() => {
  repository.remove();
  removeSpool();
});

/** Everything of `.git` that a review must leave as it is. */
const stateOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(folder, '.git'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path).toString('hex')]),
  );

describe('prepare-diff of a repository', () => {
  it('lists files in the order in which people expect their names', async () => {
    for (const name of ['module-79.ts', 'module-8.ts', 'a.ts', 'a/b.ts'])
      repository.write(name, 'one\n');
    const { files } = await prepareRange(spool, repository.path);
    const names = files.map(({ path }) => path).filter((path) => /^(?:module|a)/u.test(path));
    expect(names).toEqual(['a/b.ts', 'a.ts', 'module-8.ts', 'module-79.ts']);
  });

  it('lists every kind of change with its paths, modes, counts and hunks', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
    repository.write('changed.txt', `${lines.join('\n')}\n`);
    repository.write('gone.txt', 'gone\n');
    repository.write('moved.txt', `${lines.join(' moved\n')}\n`);
    repository.write('mode.sh', 'echo\n');
    repository.write('picture.bin', Buffer.from([0, 1, 2]));
    repository.write('no-newline.txt', 'end');
    repository.commit('base');
    lines[2] = 'changed';
    lines[35] = 'changed too';
    lines.push('added');
    repository.write('changed.txt', `${lines.join('\n')}\n`);
    rmSync(join(repository.path, 'gone.txt'));
    renameSync(join(repository.path, 'moved.txt'), join(repository.path, 'new place.txt'));
    chmodSync(join(repository.path, 'mode.sh'), 0o755);
    repository.write('picture.bin', Buffer.from([0, 1, 3]));
    repository.write('no-newline.txt', 'end changed');
    repository.write('empty.txt', '');
    symlinkSync('nowhere', join(repository.path, 'link'));

    const { description, files, additions, deletions } = await prepareRange(spool, repository.path);

    expect(description).toBe('uncommitted changes');
    expect([additions, deletions]).toEqual([5, 4]);
    expect(
      files.map(({ offset, bytes, id, digest, oldBlob, newBlob, similarity, ...file }) => file),
    ).toEqual([
      {
        path: 'changed.txt',
        status: 'modified',
        additions: 3,
        deletions: 2,
        isBinary: false,
        hunks: [
          [1, 6, 1, 6],
          [33, 8, 33, 9],
        ],
      },
      {
        path: 'empty.txt',
        status: 'added',
        isUntracked: true,
        additions: 0,
        deletions: 0,
        isBinary: false,
        newMode: '100644',
        hunks: [],
      },
      {
        path: 'gone.txt',
        status: 'deleted',
        additions: 0,
        deletions: 1,
        isBinary: false,
        oldMode: '100644',
        hunks: [[1, 1, 0, 0]],
      },
      {
        path: 'link',
        kind: 'symlink',
        status: 'added',
        isUntracked: true,
        additions: 1,
        deletions: 0,
        isBinary: false,
        newMode: '120000',
        hunks: [[0, 0, 1, 1]],
      },
      {
        path: 'mode.sh',
        status: 'modified',
        additions: 0,
        deletions: 0,
        isBinary: false,
        oldMode: '100644',
        newMode: '100755',
        hunks: [],
      },
      {
        path: 'new place.txt',
        oldPath: 'moved.txt',
        status: 'renamed',
        additions: 0,
        deletions: 0,
        isBinary: false,
        hunks: [],
      },
      {
        path: 'no-newline.txt',
        status: 'modified',
        additions: 1,
        deletions: 1,
        isBinary: false,
        hunks: [[1, 1, 1, 1]],
      },
      {
        path: 'picture.bin',
        status: 'modified',
        additions: 0,
        deletions: 0,
        isBinary: true,
        hunks: [],
      },
    ]);
  });

  it('cuts the patch into sections that are whole patches', async () => {
    for (let index = 0; index < 5; index += 1) repository.write(`f ${index}`, 'old\n'.repeat(9));
    repository.commit('base');
    for (let index = 0; index < 5; index += 1)
      repository.write(
        `f ${index}`,
        `new ${index}\n${'old\n'.repeat(9)}--- x\n+++ y\n@@ -1 +1 @@\n`,
      );
    const { files } = await prepareRange(spool, repository.path);
    expect(files).toHaveLength(5);
    for (const file of files) {
      const section = sectionOf(spool, file);
      expect(section).toMatch(/^diff --git /);
      expect(section.match(/^diff --git /gm)).toHaveLength(1);
      expect(section).toContain(`+new ${file.path.at(-1)}`);
      expect(section.endsWith('+@@ -1 +1 @@\n')).toBe(true);
    }
  });

  it('shows staged, unstaged and untracked changes, and no ignored file', async () => {
    repository.write('.gitignore', '*.log\n');
    repository.write('a', 'a\n');
    repository.commit('base');
    repository.write('a', 'b\n');
    repository.write('staged', 'staged\n');
    repository.git('add', 'staged');
    repository.write('untracked/deep.txt', 'untracked\n');
    repository.write('debug.log', 'ignored\n');
    const { files } = await prepareRange(spool, repository.path);
    expect(files.map(({ path, status }) => [path, status])).toEqual([
      ['a', 'modified'],
      ['staged', 'added'],
      ['untracked/deep.txt', 'added'],
    ]);
  });

  it('leaves the index and the objects of the repository as they are', async () => {
    repository.write('a', 'a\n');
    repository.commit('base');
    repository.write('a', 'b\n');
    repository.write('untracked', 'untracked\n');
    repository.write('empty', '');
    const before = stateOf(repository.path);
    await prepareRange(spool, repository.path);
    expect(stateOf(repository.path)).toEqual(before);
    expect(readdirSync(spool).sort()).toEqual(['manifest.json', 'patch.diff', 'state.json']);
  });

  it('shows all files where there is no commit yet', async () => {
    repository.write('a', 'a\n');
    repository.git('add', 'a');
    repository.write('b', 'b\n');
    const { files } = await prepareRange(spool, repository.path);
    expect(files.map(({ path }) => path)).toEqual(['a', 'b']);
  });

  it('says of what is not compared why', async () => {
    for (const name of ['pipe', 'reverted', 'a']) repository.write(name, 'a\n');
    repository.commit('base');
    for (const name of ['reverted', 'gone', 'b']) repository.write(name, 'b\n');
    repository.git('add', 'reverted', 'gone');
    repository.write('reverted', 'a\n');
    for (const name of ['gone', 'pipe']) rmSync(join(repository.path, name));
    execFileSync('mkfifo', [join(repository.path, 'pipe')]);
    execFileSync('git', ['init', '--quiet', join(repository.path, 'nested')]);
    repository.write('nested/inner', 'inner\n');
    // Git takes no such name in any letter case.
    repository.write('.GIT/config', 'x\n');
    // Not listed by git, which sees no file in it.
    execFileSync('mkfifo', [join(repository.path, 'untracked pipe')]);
    const { files } = await prepareRange(spool, repository.path);
    expect(files.map(({ path, status, notCompared }) => [path, status, notCompared])).toEqual([
      ['.GIT/config', 'added', 'refused'],
      ['b', 'added', undefined],
      ['gone', 'added', 'index'],
      ['nested/', 'added', 'repository'],
      ['pipe', 'modified', 'special'],
      ['reverted', 'modified', 'index'],
    ]);
    expect(files.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(sectionOf(spool, files[1] ?? expect.fail())).toMatch(
      /^diff --git a\/b b\/b\n[^]*\+b\n$/,
    );
  });

  it('reads a work tree whose path holds line breaks and other odd characters', async () => {
    const path = join(spool, ' a\nb: "c" \\', 'clone\n');
    repository.write('a', 'a\n');
    repository.commit('base');
    repository.git('clone', '--quiet', repository.path, path);
    writeFileSync(join(path, 'a'), 'b\n');
    writeFileSync(join(path, 'new'), 'new\n');
    const { files } = await prepareRange(spool, path);
    expect(files.map((file) => file.path)).toEqual(['a', 'new']);
  });

  it('sees a change of the same size at the moment of the last write of the index', async () => {
    repository.write('a', 'a\n');
    repository.commit('base');
    repository.write('a', 'b\n');
    repository.write('untracked', '');
    // The file and the index have one time, and the file's size is as it was: only its content tells.
    const moment = new Date('2026-01-02T03:04:05Z');
    repository.write('a', 'a\n');
    utimesSync(join(repository.path, 'a'), moment, moment);
    repository.git('update-index', '--refresh');
    repository.write('a', 'b\n');
    utimesSync(join(repository.path, 'a'), moment, moment);
    utimesSync(join(repository.path, '.git/index'), moment, moment);
    repository.git('config', 'core.trustctime', 'false');
    const { files } = await prepareRange(spool, repository.path);
    expect(files.map(({ path }) => path)).toEqual(['a', 'untracked']);
  });

  it('says of a submodule that it is dirty, also of one that moved', async () => {
    const library = new Repository();
    library.write('x', 'x\n');
    library.commit('one');
    repository.git(
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      library.path,
      'sub',
    );
    repository.commit('base');
    repository.write('sub/x', 'dirty\n');
    const rows = async () =>
      (await prepareRange(spool, repository.path)).files.map(
        ({ path, kind, additions, notCompared }) => [path, kind, additions, notCompared],
      );
    expect(await rows()).toEqual([['sub', 'submodule', 0, 'dirty']]);
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@e', 'commit', '-qam', 'two'], {
      cwd: join(repository.path, 'sub'),
    });
    expect(await rows()).toEqual([['sub', 'submodule', 1, undefined]]);
    repository.write('sub/new', 'new\n');
    expect(await rows()).toEqual([['sub', 'submodule', 1, 'dirty']]);
    library.remove();
  });

  it('reads through a merge conflict', async () => {
    repository.write('a', 'base\n');
    repository.commit('base');
    repository.git('checkout', '--quiet', '-b', 'side');
    repository.write('a', 'side\n');
    repository.commit('side');
    repository.git('checkout', '--quiet', 'main');
    repository.write('a', 'main\n');
    repository.write('z', 'z\n');
    repository.commit('main');
    expect(() => repository.git('merge', 'side')).toThrow();
    repository.write('z', 'zz\n');
    const { files } = await prepareRange(spool, repository.path);
    expect(new Set(files.map(({ path }) => path))).toEqual(new Set(['a', 'z']));
    for (const file of files) expect(sectionOf(spool, file)).not.toContain('Unmerged');
  });

  it('compares two commits, whatever the work tree holds and the user configured', async () => {
    repository.write('a', 'one\n');
    const one = repository.commit('one');
    repository.write('a', 'two\n');
    repository.commit('two');
    repository.write('a', 'dirty\n');
    for (const [key, value] of Object.entries({
      'diff.noprefix': 'true',
      'diff.mnemonicPrefix': 'true',
      'diff.context': '0',
      'color.ui': 'always',
      'diff.relative': 'true',
      'diff.orderFile': '/dev/zero',
      'core.quotePath': 'false',
    }))
      repository.git('config', key, value);
    const { files, description } = await prepareRange(spool, repository.path, `${one}..HEAD`);
    expect(description).toBe(`${one}..HEAD`);
    expect(files).toMatchObject([{ path: 'a', additions: 1, deletions: 1 }]);
    expect(sectionOf(spool, files[0] ?? expect.fail())).toMatch(/^--- a\/a\n\+\+\+ b\/a\n/m);
  });

  it('makes an empty manifest where nothing has changed', async () => {
    repository.commit('base');
    expect(await prepareRange(spool, repository.path)).toEqual({
      source: 'repository',
      scope: 'uncommitted',
      staging: ['stage', 'unstage', 'discard'],
      worktreeState: expect.any(String) as string,
      description: 'uncommitted changes',
      files: [],
      additions: 0,
      deletions: 0,
    });
  });

  it('tells what is too large to be compared, and its size, whatever the repository says', async () => {
    const line = 'a line of the file\n';
    const large = line.repeat(1_200_000);
    repository.git('config', 'core.bigFileThreshold', '1');
    repository.write('shrunk.txt', large);
    repository.write('not compared.txt', large);
    repository.write('.gitattributes', 'not* -diff\n');
    const from = repository.commit('base');
    repository.write('shrunk.txt', line);
    repository.write('not compared.txt', line);
    repository.write('small.bin', Buffer.from([0, 1]));
    repository.write('small.txt', line);
    repository.write('grown.txt', `${large}${line}`);
    const expected = [
      ['grown.txt', large.length + line.length],
      ['not compared.txt', undefined],
      ['shrunk.txt', large.length],
      ['small.bin', undefined],
      ['small.txt', undefined],
    ];
    const inWorktree = await prepareRange(spool, repository.path);
    const to = repository.commit('all');
    const committed = await prepareRange(spool, repository.path, `${from}..${to}`);
    for (const { files } of [inWorktree, committed]) {
      expect(files.map(({ path, tooLargeBytes }) => [path, tooLargeBytes])).toEqual(expected);
      expect(files.map(({ isBinary }) => isBinary)).toEqual([true, true, true, true, false]);
    }
  });

  it('does not read files of many gigabytes, and still tells their size', async () => {
    const [grown, added] = [40 * 2 ** 30, 50 * 2 ** 30];
    repository.write('grown.bin', 'one\n');
    repository.write('small.txt', 'one\n');
    repository.commit('base');
    repository.write('new.bin', '');
    repository.write('small.txt', 'two\n');
    truncateSync(join(repository.path, 'grown.bin'), grown);
    truncateSync(join(repository.path, 'new.bin'), added);
    const { files } = await prepareRange(spool, repository.path);
    expect(files).toMatchObject([
      { path: 'grown.bin', status: 'modified', tooLargeBytes: grown, isBinary: true },
      { path: 'new.bin', status: 'added', tooLargeBytes: added, isBinary: true },
      { path: 'small.txt', additions: 1, deletions: 1 },
    ]);
    truncateSync(join(repository.path, 'new.bin'), added + 1);
    const again = await prepareRange(spool, repository.path);
    const digests = [files, again.files].map((all) => all.map(({ digest }) => digest));
    expect(digests[1]?.map((digest, at) => digest === digests[0]?.[at])).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('refuses a change that is larger than the limit and leaves nothing behind', async () => {
    repository.write('big.txt', 'a line of the file\n'.repeat(100_000));
    const from = rangeSource({
      topLevel: repository.path,
      from: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
      to: 'worktree',
      description: '',
      scope: { id: 'uncommitted', kind: 'uncommitted' },
    });
    await expect(prepareInto(spool, from, 1024 * 1024)).rejects.toMatchObject({
      code: 'content_too_large',
      message: expect.stringMatching(/1 MiB/),
    });
    expect(readdirSync(spool)).toEqual([]);
  });
});

describe('prepare-diff of a patch file', () => {
  const prepareText = (content: string | Buffer, maxBytes?: number) => {
    const path = join(spool, 'input');
    writeFileSync(path, content);
    return prepareInto(spool, patchSource(path, 'a.patch'), maxBytes);
  };

  it('takes what git format-patch writes, mail and all', async () => {
    repository.write('a', 'one\n');
    repository.commit('base');
    repository.write('a', 'one\ntwo\n');
    repository.commit('second\n\n--- a/not\n+++ b/not\na change\n');
    const mail = repository.git('format-patch', '--stdout', '-1');
    const { files, description } = await prepareText(`${mail}\n`);
    expect(description).toBe('a.patch');
    expect(files).toMatchObject([{ path: 'a', additions: 1, hunks: [[1, 1, 1, 2]] }]);
    expect(sectionOf(spool, files[0] ?? expect.fail())).toMatch(/^diff[^]*\+two\n$/);
  });

  it('names standard input in place of the file that a command made of it', async () => {
    const name = join('/state', stdinPatchName(randomUUID()));
    const path = join(spool, 'input');
    writeFileSync(path, 'Dear all,\n');
    await expect(prepareInto(spool, patchSource(path, name))).rejects.toThrow(
      /^No changes found in standard input\./u,
    );
    writeFileSync(path, '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n');
    expect((await prepareInto(spool, patchSource(path, name))).description).toBe('standard input');
  });

  it.each(['', '\n \n'])('takes %j for no change', async (content) => {
    expect((await prepareText(content)).files).toEqual([]);
  });

  it.each([
    ['prose', 'Dear all,\nnothing here.\n', 'invalid_patch'],
    ['binary data', Buffer.from([0, 159, 146, 150]), 'invalid_patch'],
    ['UTF-16', Buffer.from('\uFEFFdiff --git a/a b/a\n', 'utf16le'), 'invalid_patch'],
    ['a hunk header without numbers', '--- a/x\n+++ b/x\n@@ ... @@\n+x\n', 'invalid_patch'],
    [
      'a combined diff',
      'diff --cc a\nindex 1,2..3\n--- a/a\n+++ b/a\n@@@ -1 -1 +1 @@@\n',
      'invalid_patch',
    ],
  ])('refuses %s', async (_, content, code) => {
    await expect(prepareText(content)).rejects.toMatchObject({ code });
    expect(readdirSync(spool)).toEqual(['input']);
  });

  it('refuses a missing file, a folder and one that is too large', async () => {
    const missing = patchSource(join(spool, 'missing'));
    await expect(prepareInto(spool, missing)).rejects.toMatchObject({ code: 'file_not_found' });
    const folder = patchSource(spool);
    await expect(prepareInto(spool, folder)).rejects.toMatchObject({ code: 'invalid_patch' });
    await expect(prepareText('x'.repeat(2000), 1000)).rejects.toMatchObject({
      code: 'content_too_large',
    });
  });

  it('writes the counts of hunks as they are where the headers lie', async () => {
    const { files } = await prepareText(
      [
        'diff --git a/a b/a',
        '--- a/a',
        '+++ b/a',
        '@@ -1,9 +1,9 @@ heading',
        ' kept',
        '-gone',
        'diff --git a/b b/b',
        '--- a/b',
        '+++ b/b',
        '@@ -1 +1 @@',
        '-old',
        '+new',
        '+hidden?',
        'diff --git a/c b/c',
        '--- a/c',
        '+++ b/c',
        '@@ -1 +1 @@',
        '-c',
        '+d',
        '',
      ].join('\n'),
    );
    expect(files.map(({ path, hunks }) => [path, ...hunks])).toEqual([
      ['a', [1, 2, 1, 1]],
      ['b', [1, 1, 1, 2]],
      ['c', [1, 1, 1, 1]],
    ]);
    const [a, b, c] = files.map((file) => sectionOf(spool, file));
    expect(a).toBe('diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,1 @@ heading\n kept\n-gone\n');
    expect(b).toMatch(/^diff --git a\/b [^]*\n@@ -1,1 \+1,2 @@\n-old\n\+new\n\+hidden\?\n$/);
    expect(c).toMatch(/^diff --git a\/c [^]*\n@@ -1 \+1 @@\n-c\n\+d\n$/);
  });
});
