import { expect, it } from 'vitest';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import {
  withConflicts,
  withUntracked,
  withNotCompared,
} from '../../../../supervisor/version-control/git/not-compared.ts';
import type { FoundPath } from '../../../../supervisor/version-control/git/worktree/changed-worktree.ts';

const found = (path: string, more: Partial<FoundPath> = {}): FoundPath => ({
  path,
  isSubmodule: false,
  isUntracked: more.change === undefined,
  found: 'file',
  ...more,
});
const shown = (path: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
  id: path,
  path,
  status: 'modified',
  additions: 1,
  deletions: 1,
  isBinary: false,
  hunks: [[1, 1, 1, 1]],
  offset: 0,
  bytes: 1,
  ...more,
});

it.each<[string, FoundPath, ChangedFile['notCompared'] | 'no row']>([
  ['a nested repository', found('x/', { found: 'repository' }), 'repository'],
  [
    'an untracked file without a right to read it',
    found('x', { found: 'unreadable' }),
    'unreadable',
  ],
  ['a tracked one', found('x', { change: '.M', found: 'unreadable' }), 'unreadable'],
  ['a socket in place of a file', found('x', { change: '.M', found: 'special' }), 'special'],
  ['a name that git adds to no index', found('x'), 'refused'],
  ['an untracked file that has gone since', found('x', { found: 'gone' }), 'no row'],
  ['a file that is as before, but not in the index', found('x', { change: 'M.' }), 'index'],
  ['a change that was taken back since', found('x', { change: '.M' }), 'same'],
  ['a conflict that leaves our version', found('x', { change: 'UU' }), 'conflict'],
  ['a conflict about a deletion', found('x', { change: 'DD', found: 'gone' }), 'conflict'],
  ['a dirty submodule', found('x', { change: '.M', found: 'folder', inside: 'dirty' }), 'dirty'],
])('%s', (_, one, expected) => {
  const rows = withNotCompared([], [one]);
  expect(rows.map(({ path, notCompared }) => [path, notCompared])).toEqual(
    expected === 'no row' ? [] : [[one.path, expected]],
  );
});

it('leaves what is shown as it is, under either of its paths', () => {
  const files = [shown('a'), shown('c', { oldPath: 'b' })];
  const changed = ['a', 'b', 'c'].map((path) => found(path, { change: '.M' }));
  expect(withNotCompared(files, changed)).toEqual(files);
});

it('says of a submodule that is shown what is not', () => {
  const files = [shown('a', { kind: 'submodule' }), shown('b')];
  const changed = [found('a', { change: '.M', found: 'folder', inside: 'dirty' })];
  expect(withNotCompared(files, changed)).toEqual([
    { ...files[0], notCompared: 'dirty' },
    files[1],
  ]);
});

it('puts rows where git would have them, by bytes, and replaces what cannot be so', () => {
  const files = [shown('a'), shown('b'), shown('\uffff')];
  const changed = [found('b', { change: 'MM', found: 'special' }), found('\u{1f600}')];
  expect(withNotCompared(files, changed).map(({ id, path, bytes }) => [id, path, bytes])).toEqual([
    ['0', 'a', 1],
    ['1', 'b', 0],
    ['2', '\uffff', 1],
    ['3', '\u{1f600}', 0],
  ]);
});

it('marks new files of which nothing is staged', () => {
  const changed = [found('new'), found('gone'), found('staged', { change: 'A.' })];
  const rows = [
    shown('new', { status: 'added' }),
    shown('gone', { status: 'deleted' }),
    shown('staged', { status: 'added' }),
  ];
  expect(withUntracked(rows, changed).map(({ isUntracked }) => isUntracked)).toEqual([
    true,
    undefined,
    undefined,
  ]);
});

it('marks what is shown with the markers of a conflict', () => {
  const changed = [
    found('both', { change: 'UU' }),
    found('added', { change: 'AA' }),
    found('deleted', { change: 'UD' }),
    found('other', { change: '.M' }),
  ];
  const files = ['both', 'added', 'other'].map((path) => shown(path));
  const rows = [...files, shown('deleted', { hunks: [] })];
  expect(withConflicts(rows, changed).map(({ path, hasConflict }) => [path, hasConflict])).toEqual([
    ['both', true],
    ['added', true],
    ['other', undefined],
    ['deleted', undefined],
  ]);
});
