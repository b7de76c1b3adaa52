import { afterEach, expect, it } from 'vitest';
import { formatNumber, setLocale } from '../../../../web/shell/texts/format.ts';

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
