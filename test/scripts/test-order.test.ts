import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inTestOrder, slowFiles } from '../../scripts/test-order.mjs';

const root = join(import.meta.dirname, '..', '..');

it('begins with what starts the most processes, then the slow files; the others keep their order', () => {
  const [slowest = '', second = ''] = Object.keys(slowFiles).filter((path) => /e2e/u.test(path));
  const git = 'test/supervisor/version-control/git/corpus.test.ts';
  const cli = 'test/cli/doctor.test.ts';
  expect(inTestOrder(['b.test.ts', second, 'a.test.ts', slowest, cli, git])).toEqual([
    git,
    cli,
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
