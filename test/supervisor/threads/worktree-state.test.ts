import { chmodSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readWorktreeState } from '../../../supervisor/threads/worktree/worktree-state.ts';
import { Repository } from '../../helpers/repository.ts';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
  repository.write('kept.txt', 'kept\n');
  repository.write('changed.txt', 'one\n');
  repository.commit('first');
  repository.write('changed.txt', 'two\n');
});
afterEach(() => repository.remove());

const state = () => readWorktreeState(repository.path, { signal: new AbortController().signal });

const changes: [string, () => void][] = [
  ['a changed file changes once more', () => repository.write('changed.txt', 'three and more\n')],
  ['another file changes', () => repository.write('kept.txt', 'not kept\n')],
  ['a file is new', () => repository.write('new folder/ä "new".txt', '')],
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
  repository.write('.gitattributes', '* filter=evil\n');
  repository.git('config', 'filter.evil.clean', `touch ${repository.path}/ran; cat`);
  repository.git('config', 'core.fsmonitor', `touch ${repository.path}/ran; true`);
  repository.write('kept.txt', 'kept!\n');
  const before = await state();
  expect(await state()).toBe(before);
  expect(repository.git('-c', 'core.fsmonitor=false', 'ls-files', '--others')).not.toContain('ran');
});
