import { expect, it } from 'vitest';
import { showPath } from '../../shared/visible-text.ts';

it.each([
  [' a.ts', String.raw`\u0020a.ts`],
  ['a.ts ', String.raw`a.ts\u0020`],
  ['src /two words/ b.ts', String.raw`src\u0020/two words/\u0020b.ts`],
  [' ', String.raw`\u0020`],
  ['tab\t', String.raw`tab\t`],
])('a path shows what is invisible in it: %j', (path, shown) => {
  expect(showPath(path)).toBe(shown);
});
