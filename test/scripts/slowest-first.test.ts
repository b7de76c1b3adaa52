import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { slowFiles, slowestFirst } from '../../scripts/slowest-first.mjs';

const root = join(import.meta.dirname, '..', '..');

it('puts the slow files before the others, the slowest first, and leaves the others as they are', () => {
  const [slowest = '', second = ''] = Object.keys(slowFiles);
  expect(slowestFirst(['b.test.ts', second, 'a.test.ts', slowest])).toEqual([
    slowest,
    second,
    'b.test.ts',
    'a.test.ts',
  ]);
});

it('names files that are there, in the order of what they take', () => {
  expect(Object.keys(slowFiles).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const seconds = Object.values(slowFiles);
  expect(seconds).toEqual(seconds.toSorted((one, other) => other - one));
});
