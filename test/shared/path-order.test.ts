import { describe, expect, it } from 'vitest';
import { comparePaths } from '../../shared/path-order.ts';

describe('comparePaths', () => {
  it.each([
    ['numbers by their value', ['src/module-8.ts', 'src/module-79.ts', 'src/module-080.ts']],
    ['a folder with all that is in it', ['a/z.ts', 'a-b/a.ts', 'a.ts']],
    ['whatever the case', ['build.ts', 'Makefile', 'readme.md', 'README.md', 'src/a.ts']],
    ['a path before what is below it', ['sub', 'sub/file.ts']],
  ])('sorts %s', (_what, expected) => {
    expect(expected.toReversed().toSorted(comparePaths)).toEqual(expected);
  });

  it('distinguishes paths that look alike', () => {
    expect(comparePaths('a1', 'a01')).not.toBe(0);
    expect(comparePaths('a1', 'a1')).toBe(0);
  });
});
