import { describe, expect, test } from 'vitest';
import { buildTree, filesIn, treeRows } from '../../../../../web/review/ui/tree/tree-rows.ts';
import { treeAction, typeAhead } from '../../../../../web/review/ui/tree/tree-keys.ts';
import { changedFile } from '../../features/changes/changed-file.ts';

const files = [
  'README.md',
  'src/review/diff/a.ts',
  'src/review/diff/b.ts',
  'src/store.ts',
  'test/only/deep/down/x.test.ts',
  '__proto__/y.ts',
].map((path) => changedFile({ path }));
const tree = buildTree(files);
const rowsOf = (options: { collapsed?: string[]; filter?: string } = {}) =>
  treeRows(tree, { collapsed: new Set(options.collapsed), filter: options.filter ?? '' });
const names = (options?: Parameters<typeof rowsOf>[0]) =>
  rowsOf(options).map(({ level, name }) => `${level} ${name}`);

describe('the tree', () => {
  test('keeps the order of the diff and merges folders that contain one folder', () => {
    expect(names()).toEqual([
      '1 README.md',
      '1 src',
      '2 review/diff',
      '3 a.ts',
      '3 b.ts',
      '2 store.ts',
      '1 test/only/deep/down',
      '2 x.test.ts',
      '1 __proto__',
      '2 y.ts',
    ]);
  });

  test.each([
    [String.raw`"\"quoted\""`, [String.raw`1 "\"quoted\""`]],
    [String.raw`"folder/caf\351.ts"`, ['1 folder', String.raw`2 "caf\351.ts"`]],
  ])('keeps the quotes of a name: %s', (path, expected) => {
    const rows = treeRows(buildTree([changedFile({ path })]), { collapsed: new Set(), filter: '' });
    expect(rows.map(({ level, name }) => `${level} ${name}`)).toEqual(expected);
  });

  test('collapses a folder with everything in it', () => {
    expect(names({ collapsed: ['src', 'test/only/deep/down', '__proto__'] })).toEqual([
      '1 README.md',
      '1 src',
      '1 test/only/deep/down',
      '1 __proto__',
    ]);
  });

  test.each([
    ['B.TS', ['1 src', '2 review/diff', '3 b.ts']],
    ['src store', ['1 src', '2 store.ts']],
    ['nothing of this', []],
  ])('the filter "%s" opens what matches', (filter, expected) => {
    expect(names({ filter, collapsed: ['src'] })).toEqual(expected);
  });

  test('counts positions among visible rows', () => {
    const row = rowsOf({ filter: 'b.ts' }).at(-1);
    expect(row).toMatchObject({ position: 1, siblings: 1, parentKey: 'folder:src/review/diff' });
  });

  test('counts nested files in a folder', () => {
    const src = tree.find((node) => node.name === 'src');
    if (src?.kind !== 'folder') throw new Error('src is a folder');
    const paths = filesIn(src).map(({ path }) => path);
    expect(paths).toContain('src/review/diff/a.ts');
    expect(paths).toContain('src/store.ts');
    expect(paths).not.toContain('README.md');
  });
});

describe('keys', () => {
  const rows = rowsOf();
  const at = (name: string) => rows.findIndex((row) => row.name === name);

  test.each([
    ['README.md', 'ArrowDown', { type: 'focus', index: at('src') }],
    ['README.md', 'ArrowUp', { type: 'focus', index: 0 }],
    ['README.md', 'ArrowLeft', undefined],
    ['y.ts', 'ArrowDown', { type: 'focus', index: rows.length - 1 }],
    ['y.ts', 'Home', { type: 'focus', index: 0 }],
    ['README.md', 'End', { type: 'focus', index: rows.length - 1 }],
    ['src', 'ArrowRight', { type: 'focus', index: at('review/diff') }],
    ['src', 'ArrowLeft', { type: 'collapse', index: at('src') }],
    ['a.ts', 'ArrowLeft', { type: 'focus', index: at('review/diff') }],
    ['a.ts', 'ArrowRight', undefined],
    ['a.ts', 'Enter', { type: 'choose', index: at('a.ts') }],
    ['src', ' ', { type: 'collapse', index: at('src') }],
    ['src', 'x', undefined],
  ])('on %s, %s', (name, key, action) => {
    expect(treeAction(rows, at(name), key)).toEqual(action);
  });

  test('expand a collapsed folder', () => {
    const folded = rowsOf({ collapsed: ['src'] });
    const index = folded.findIndex((row) => row.name === 'src');
    expect(treeAction(folded, index, 'ArrowRight')).toEqual({ type: 'expand', index });
    expect(treeAction(folded, index, 'Enter')).toEqual({ type: 'expand', index });
  });

  test.each([
    ['s', 'README.md', 'src'],
    ['s', 'src', 'store.ts'],
    ['ss', 'src', 'store.ts'],
    ['st', 'src', 'store.ts'],
    ['st', 'store.ts', 'store.ts'],
    ['zzz', 'src', 'src'],
    ['r', 'store.ts', 'README.md'],
  ])('typing %s on %s goes to %s', (typed, from, to) => {
    expect(rows[typeAhead(rows, at(from), typed)]?.name).toBe(to);
  });
});
