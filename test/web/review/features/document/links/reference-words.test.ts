import { describe, expect, it } from 'vitest';
import {
  linesOfFragment,
  referenceWords,
} from '../../../../../../web/review/features/document/links/reference-words.ts';
import { growth, linear } from '../../../../../helpers/cpu-time.ts';

/** A word with its lines, as `path 3-5`. */
const found = (text: string, isCode = false) =>
  referenceWords(text, isCode).map(({ path, lineStart, lineEnd, start, end }) => [
    text.slice(start, end),
    lineStart === undefined ? path : `${path} ${lineStart}-${lineEnd}`,
  ]);

describe('words that may name a file', () => {
  it.each([
    ['See supervisor/start.ts.', [['supervisor/start.ts', 'supervisor/start.ts']]],
    ['(src/a.ts:42)', [['src/a.ts:42', 'src/a.ts 42-42']]],
    ['src/a.ts:42:7, then', [['src/a.ts:42:7', 'src/a.ts 42-42']]],
    ['src/a.ts:10-20!', [['src/a.ts:10-20', 'src/a.ts 10-20']]],
    ['src/a.ts#L10-L20', [['src/a.ts#L10-L20', 'src/a.ts 10-20']]],
    ['src/a.ts#L20C3-L10C1:', [['src/a.ts#L20C3-L10C1', 'src/a.ts 10-20']]],
    [
      'In package.json, and Makefile',
      [
        ['package.json', 'package.json'],
        ['Makefile', 'Makefile'],
      ],
    ],
    ['„größe/übung.md“', [['größe/übung.md', 'größe/übung.md']]],
    ['文件src/a.ts在', [['src/a.ts', 'src/a.ts']]],
    ['src/a.ts:0', [['src/a.ts:0', 'src/a.ts']]],
  ])('in prose: %s', (text, words) => {
    expect(found(text)).toEqual(words);
  });

  it.each([
    ['npm run unit -- test/a.test.ts', [['test/a.test.ts', 'test/a.test.ts']]],
    ['app/(auth)/[id]/page.tsx', [['app/(auth)/[id]/page.tsx', 'app/(auth)/[id]/page.tsx']]],
    ['bin/galley', [['bin/galley', 'bin/galley']]],
    ['"src/a.ts",', [['src/a.ts', 'src/a.ts']]],
    ['read(src/a.ts)', [['read(src/a.ts)', 'read(src/a.ts)']]],
  ])('in code: %s', (text, words) => {
    expect(found(text, true)).toEqual(words);
  });

  it.each([
    'Nothing here, 3.14 and 10/20 or 1.2.3.',
    'https://example.org/a.ts',
    'either/or',
    'A map of JSON',
    '.env and .git/config',
    'src/.hidden/a.ts',
    `${'a'.repeat(1025)}.ts`,
    '...',
    '',
  ])('none in %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('are found in linear time', async () => {
    for (const part of [')', ':1', '#L1-', 'a.', '/', '(', '. ', '../'])
      for (const isCode of [true, false]) {
        const ratio = await growth(20_000, (size) => {
          const text = part.repeat(size);
          return () => found(text, isCode);
        });
        expect(ratio, `${part} ${isCode}`).toBeLessThan(linear);
      }
  });

  it.each([
    ['L10', { lineStart: 10, lineEnd: 10 }],
    ['L10-L20', { lineStart: 10, lineEnd: 20 }],
    ['L10-20', { lineStart: 10, lineEnd: 20 }],
    ['setup', {}],
    ['the-L10', {}],
    ['', {}],
  ])('a fragment: %s', (fragment, lines) => {
    expect(linesOfFragment(fragment)).toEqual(lines);
  });
});
