import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { slowFiles, slowestFirst } from '../../scripts/slowest-first.mjs';

const root = join(import.meta.dirname, '..', '..');

it('moves slow files to the front, slowest first, and keeps the order of the others', () => {
  const [slowest = '', second = ''] = Object.keys(slowFiles);
  expect(slowestFirst(['b.test.ts', second, 'a.test.ts', slowest])).toEqual([
    slowest,
    second,
    'b.test.ts',
    'a.test.ts',
  ]);
});

it('lists only existing files, slowest first', () => {
  expect(Object.keys(slowFiles).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const seconds = Object.values(slowFiles);
  expect(seconds).toEqual(seconds.toSorted((one, other) => other - one));
});
