import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepLineEnds } from '../../../../supervisor/threads/document/keep-line-ends.ts';
import { asShown } from '../../../../supervisor/threads/document/text-file.ts';
import { growth, linear } from '../../../helpers/cpu-time.ts';

test.each([
  ['line feeds', 'a\nb\n', 'a\nB\n', 'a\nB\n'],
  ['carriage returns', 'a\r\nb\r\n', 'a\nB\nc\n', 'a\r\nB\r\nc\r\n'],
  ['each line its own', 'a\r\nb\nc\rd\r\n', 'a\nb\nc\nD\n', 'a\r\nb\nc\rD\r\n'],
  ['a new line as the one before', 'a\r\nb\nc\n', 'a\nx\nb\nc\n', 'a\r\nx\r\nb\nc\n'],
  ['a new first line as the next', 'a\r\nb\n', 'x\na\nb\n', 'x\r\na\r\nb\n'],
  ['a byte order mark', '\uFEFFa\r\nb', 'a\nb', '\uFEFFa\r\nb'],
  ['the final line end', 'a\r\nb\r\n', 'a\nB', 'a\r\nB\r\n'],
  ['that there is none', 'a\r\nb', 'a\nb\nc', 'a\r\nb\r\nc'],
  ['a line end that was added', 'a\r\nb', 'a\nb\n', 'a\r\nb\r\n'],
  ['what a page shows in another way', 'a\0\nb\n', 'a\uFFFD\nB\n', 'a\0\nB\n'],
  ['an empty original', '', 'a\nb\n', 'a\nb\n'],
])('keeps %s', (_, original, edited, written) => {
  expect(keepLineEnds(original, edited)).toBe(written);
});

const text = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', '', 'c d'), fc.constantFrom('\n', '\r\n', '\r')))
  .map((lines) => lines.map((line) => line.join('')).join(''));

test('an untouched text is the same to the byte, and an edited one says what was written', () => {
  fc.assert(
    fc.property(text, text, fc.constantFrom('', '\uFEFF'), (original, other, mark) => {
      expect(keepLineEnds(mark + original, asShown(original))).toBe(mark + original);
      const edited = asShown(other);
      const written = keepLineEnds(mark + original, edited);
      expect(asShown(written)).toBe(edited);
      expect(written.startsWith(mark)).toBe(true);
    }),
  );
});

test('takes linear time where nothing is left of the original', async () => {
  const lines = (word: string, length: number) =>
    Array.from({ length }, (_, at) => `${word} ${at}\r\n`).join('');
  const ratio = await growth(5000, (length) => {
    const [original, edited] = [lines('a', length), asShown(lines('b', length))];
    return () => keepLineEnds(original, edited);
  });
  expect(ratio).toBeLessThan(linear);
  expect(keepLineEnds(lines('a', 100), asShown(lines('b', 100)))).toBe(lines('b', 100));
});
