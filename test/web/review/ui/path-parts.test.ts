import { expect, it } from 'vitest';
import { nameOf } from '../../../../web/review/ui/path-parts.ts';

it.each([
  ['README.md', 'README.md'],
  ['docs/a/b.md', 'b.md'],
  ['nested/', 'nested/'],
  [String.raw`"docs/odd/latin\351.md"`, String.raw`"latin\351.md"`],
])('the name in %s is %s', (path, name) => {
  expect(nameOf(path)).toBe(name);
});
