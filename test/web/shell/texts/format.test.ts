import { afterEach, expect, it } from 'vitest';
import { formatLines, formatNumber, setLocale } from '../../../../web/shell/texts/format.ts';

afterEach(() => setLocale('en'));

it.each([
  ['de-DE', '68.000'],
  ['en-US@posix', '68,000'],
  ['*', '68,000'],
  ['', '68,000'],
])('numbers are written as %s writes them', (tag, text) => {
  setLocale(tag);
  expect(formatNumber(68_000)).toBe(text);
});

it.each([
  ['en', [3], undefined, '3'],
  ['en', [3, 5], undefined, '3 and 5'],
  [
    'en',
    [
      [3, 3],
      [5, 1007],
    ],
    '12 more',
    '3, 5–1,007, and 12 more',
  ],
  [
    'de',
    [
      [3, 3],
      [5, 7],
    ],
    '12 weitere',
    '3, 5–7 und 12 weitere',
  ],
] as const)('lines are listed as in %s: %j', (tag, lines, more, text) => {
  setLocale(tag);
  expect(formatLines(lines, more)).toBe(text);
});
