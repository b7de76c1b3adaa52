import { expect, it } from 'vitest';
import { cleanText } from '../../../../../web/dashboard/features/notifications/notifications.ts';

it.each([
  ['Plain words', 'Plain words'],
  ['  two\n lines\t here ', 'two lines here'],
  ['turned \u202Eround\u202C', 'turned round'],
  ['bell\u0007 and escape\u001B[31m', 'bell and escape [31m'],
  ['zero\u200Bwidth', 'zero width'],
  ['👩🏽 a face', '👩🏽 a face'],
])('%j becomes %j', (text, expected) => {
  expect(cleanText(text)).toBe(expected);
});

it('a long text is truncated between characters', () => {
  const cut = cleanText('😀'.repeat(500));
  expect(Array.from(cut)).toHaveLength(120);
  expect(cut.endsWith('😀…')).toBe(true);
});
