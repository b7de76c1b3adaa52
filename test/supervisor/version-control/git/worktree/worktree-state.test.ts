import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readWorktreeState } from '../../../../../supervisor/version-control/git/worktree/worktree-state.ts';
import { plantTraps } from '../../../../helpers/git-traps.ts';
import { Repository, temporaryFolder } from '../../../../helpers/repository.ts';

let repository: Repository;
let spool: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  spool = temporaryFolder('spool');
  repository = new Repository();
  repository.write('kept.txt', 'kept\n');
  repository.write('changed.txt', 'one\n');
  repository.commit('first');
  repository.write('changed.txt', 'two\n');
});
afterEach(() => {
  repository.remove();
  spool.remove();
});

/** Looks as the supervisor does, with what is remembered of the look before. */
const state = () =>
  readWorktreeState(
    { topLevel: repository.path, contents: join(spool.path, 'contents.json') },
    { signal: new AbortController().signal },
  );

const changes: [string, () => void][] = [
  ['a changed file changes once more', () => repository.write('changed.txt', 'three and more\n')],
  ['it has other words of the same length', () => repository.write('changed.txt', 'owt\n')],
  ['another file changes', () => repository.write('kept.txt', 'not kept\n')],
  ['a file is new', () => repository.write('new folder/ä "new".txt', '')],
  [
    'a file changes that git was told to take for unchanged',
    () => {
      repository.git('update-index', '--assume-unchanged', 'kept.txt');
      repository.write('kept.txt', 'not kept\n');
    },
  ],
  [
    'a file changes that git was told to skip',
    () => {
      repository.git('update-index', '--skip-worktree', 'kept.txt');
      repository.write('kept.txt', 'not kept\n');
    },
  ],
  ['a file goes', () => rmSync(join(repository.path, 'kept.txt'))],
  ['a file is as it was committed', () => repository.write('changed.txt', 'one\n')],
  ['a file may be run', () => chmodSync(join(repository.path, 'kept.txt'), 0o755)],
  ['all is committed', () => void repository.commit('second')],
];

it.each(changes)('is another one when %s', async (_, change) => {
  const before = await state();
  expect(await state()).toBe(before);
  change();
  expect(await state()).not.toBe(before);
});

it('is another one when a file changes whose name is not UTF-8', async () => {
  const path = Buffer.from(`${repository.path}/caf\u00e9`, 'latin1');
  writeFileSync(path, 'one\n');
  const before = await state();
  expect(await state()).toBe(before);
  writeFileSync(path, 'two\n');
  expect(await state()).not.toBe(before);
});

it('is the same when changed and new files are touched, written once more or replaced by their like', async () => {
  repository.write('new.txt', 'new\n');
  const before = await state();
  for (const name of ['changed.txt', 'new.txt']) utimesSync(join(repository.path, name), 1, 1);
  expect(await state()).toBe(before);
  repository.write('changed.txt', 'two\n');
  expect(await state()).toBe(before);
  repository.write('.new', 'new\n');
  renameSync(join(repository.path, '.new'), join(repository.path, 'new.txt'));
  expect(await state()).toBe(before);
  expect(
    await readWorktreeState(
      { topLevel: repository.path },
      { signal: new AbortController().signal },
    ),
  ).toBe(before);
});

it('reads a content again only where its file was written, or may have been unnoticed', async () => {
  const path = join(repository.path, 'changed.txt');
  const remembered = join(spool.path, 'contents.json');
  const forge = () => {
    const known = JSON.parse(readFileSync(remembered, 'utf8')) as Record<string, [string, string]>;
    for (const content of Object.values(known)) content[1] = 'forged';
    writeFileSync(remembered, JSON.stringify(known));
  };
  utimesSync(path, 1, 1);
  const before = await state();
  forge();
  expect(await state()).not.toBe(before);
  utimesSync(path, 2, 2);
  expect(await state()).toBe(before);
  // As if it were written in this moment, however long the look takes.
  const soon = new Date(Date.now() + 3_600_000);
  utimesSync(path, soon, soon);
  expect(await state()).toBe(before);
  forge();
  expect(await state()).toBe(before);
});

it('tells what is too large to be read by its size and time', async () => {
  const path = join(repository.path, 'large.bin');
  repository.write('large.bin', '');
  truncateSync(path, 65 * 1024 * 1024);
  utimesSync(path, 1, 1);
  const before = await state();
  expect(await state()).toBe(before);
  utimesSync(path, 2, 2);
  expect(await state()).not.toBe(before);
  expect(readFileSync(join(spool.path, 'contents.json'), 'utf8')).not.toContain('large.bin');
});

it('is another one with each commit that a submodule moves to, and when it gets dirty or clean', async () => {
  const library = new Repository();
  library.write('x', 'x\n');
  library.commit('one');
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.path);
  repository.commit('with a submodule');
  const inside = join(repository.path, library.path.split('/').at(-1) ?? '');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@e', ...args], { cwd: inside });
  const states = [await state()];
  for (const message of ['two', 'three']) {
    git('commit', '--quiet', '--allow-empty', '--message', message);
    states.push(await state());
  }
  expect(new Set(states).size).toBe(3);
  writeFileSync(join(inside, 'x'), 'dirty\n');
  const dirty = await state();
  expect(states).not.toContain(dirty);
  // Its row says no more than that.
  writeFileSync(join(inside, 'new'), 'new\n');
  expect(await state()).toBe(dirty);
  repository.git('add', inside);
  expect(await state()).toBe(dirty);
  git('clean', '--quiet', '--force');
  git('reset', '--quiet', '--hard');
  expect(await state()).toBe(states[2]);
  git('reset', '--quiet', '--hard', 'HEAD~1');
  expect(await state()).toBe(states[1]);
  library.remove();
});

it('says nothing of a repository that lies in the work tree and is none of its own', async () => {
  repository.write('nested/.keep', '');
  execFileSync('git', ['init', '--quiet'], { cwd: join(repository.path, 'nested') });
  const before = await state();
  repository.write('nested/more.txt', 'more\n');
  expect(await state()).toBe(before);
});

it('is the same when a file is only put into the index, or touched, or ignored', async () => {
  repository.write('.gitignore', '*.log\n');
  repository.write('new.txt', 'new\n');
  const before = await state();
  repository.git('add', 'changed.txt', 'new.txt');
  utimesSync(join(repository.path, 'kept.txt'), 1, 1);
  repository.write('noise.log', 'noise\n');
  expect(await state()).toBe(before);
});

it('starts no program of the repository, and leaves its index alone', async () => {
  const traps = plantTraps(repository.path);
  repository.write('kept.txt', 'kept!\n');
  const index = readFileSync(join(repository.path, '.git/index'));
  const before = await state();
  expect(await state()).toBe(before);
  expect(readFileSync(join(repository.path, '.git/index'))).toEqual(index);
  expect(traps.sprung()).toEqual([]);
  expect(traps.inPlainGit()).toEqual(traps.names);
});
