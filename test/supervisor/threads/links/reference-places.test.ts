import { describe, expect, it } from 'vitest';
import { isPlainPath, placesOf } from '../../../../supervisor/threads/links/reference-places.ts';

const project = { roots: ['/work/project', '/home/me/project'], cwd: 'packages/a' };

describe('the places that a reference may mean', () => {
  it.each([
    // A link is looked for beside its document, then in the folder of the review, then in the project's.
    ['b.md', true, 'docs', ['docs/b.md', 'packages/a/b.md', 'b.md']],
    ['../src/a.ts', true, 'docs', ['src/a.ts', 'packages/src/a.ts']],
    ['./b.md', true, undefined, ['packages/a/b.md', 'b.md']],
    // A word is no address.
    ['src/a.ts', false, 'docs', ['packages/a/src/a.ts', 'src/a.ts', 'docs/src/a.ts']],
    // A leading slash means the project's folder.
    ['/src/a.ts', true, 'docs', ['src/a.ts']],
    ['/work/project/src/a.ts', false, undefined, ['src/a.ts']],
    ['/home/me/project/src/a.ts', false, 'docs', ['src/a.ts']],
    ['/work/project-b/a.ts', false, undefined, ['work/project-b/a.ts']],
    // The document is in the project's own folder.
    ['a/../b.md', true, '', ['b.md', 'packages/a/b.md']],
  ] as const)('%s, a link: %s, beside %s', (path, isLink, beside, places) => {
    expect(placesOf({ path, isLink, beside }, project)).toEqual(places);
  });

  it.each([
    '../../../a.ts',
    '../../../../etc/passwd',
    '/../etc/passwd',
    '/work/project/../secret.md',
    '/work/project/../../etc/passwd',
    '.env',
    '/.git/config',
    'src/.hidden/a.ts',
    '.../a.ts',
    '....//a.ts',
    '//etc/passwd',
    'src//a.ts',
    'src/',
    '/',
    '..%2fa.ts',
    '..;/a.ts',
    '',
    'src\\a.ts',
    '..\\a.ts',
    'C:\\a.ts',
    'a.ts\0',
    'a.ts\0.md',
    '"a.ts"',
    '"\\056\\056/a.ts"',
    'file:///etc/passwd',
    `${'a/'.repeat(300)}a.ts`,
    'a'.repeat(5000),
  ])('%j means none', (path) => {
    expect(placesOf({ path, isLink: false, beside: undefined }, project)).toEqual([]);
    expect(placesOf({ path, isLink: true, beside: undefined }, project)).toEqual([]);
  });

  it.each(['%2e%2e/a.ts', 'a%00.ts', '~/a.ts'])(
    '%s means a file with exactly that name',
    (path) => {
      expect(placesOf({ path, isLink: true, beside: undefined }, project)).toContain(path);
      expect(isPlainPath(path)).toBe(true);
    },
  );
});
