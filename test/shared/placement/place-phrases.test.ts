import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placementAt, type PlacedBlock } from '../../../shared/placement/placement-at.ts';
import { placePhrase, placePhrases } from '../../../shared/placement/place-phrases.ts';
import { growth, linear } from '../../helpers/cpu-time.ts';
import { finish } from '../../helpers/finish.ts';

const paragraph = {
  id: 'b0',
  startLine: 3,
  endLine: 4,
  text: 'one two\nthree four',
  marks: [[0, 3]] as [number, number][],
};
const list = {
  id: 'b1',
  startLine: 6,
  endLine: 8,
  text: '\nfirst\nsecond one\nthird\n',
  marks: [
    [1, 6],
    [7, 7],
    [18, 8],
  ] as [number, number][],
};

describe('placePhrase', () => {
  test.each([
    [
      'at the start of a block',
      'one two',
      { blockId: 'b0', startOffset: 0, endOffset: 7, startLine: 3, endLine: 3 },
    ],
    [
      'on a later line',
      'four',
      { blockId: 'b0', startOffset: 14, endOffset: 18, startLine: 4, endLine: 4 },
    ],
    [
      'over a line break',
      'two\nthree',
      { blockId: 'b0', startOffset: 4, endOffset: 13, startLine: 3, endLine: 4 },
    ],
    [
      'wrapped elsewhere',
      'two three',
      { blockId: 'b0', startOffset: 4, endOffset: 13, startLine: 3, endLine: 4 },
    ],
    [
      'in a later item',
      'second one',
      { blockId: 'b1', startOffset: 7, endOffset: 17, startLine: 7, endLine: 7 },
    ],
    [
      'in the last item',
      'third',
      { blockId: 'b1', startOffset: 18, endOffset: 23, startLine: 8, endLine: 8 },
    ],
  ])('finds a phrase %s', (_, phrase, expected) => {
    expect(placePhrase([paragraph, list], phrase)).toEqual(expected);
  });

  test.each(['not there', 'four first', 'one.two', '(', 'two  \\s three'])(
    'does not find %j',
    (phrase) => {
      expect(placePhrase([paragraph, list], phrase)).toBeUndefined();
    },
  );

  test('prefers an exact match in a later block to one that differs in white space', () => {
    const later = {
      ...paragraph,
      id: 'b2',
      text: 'two three',
      startLine: 9,
      endLine: 9,
      marks: [],
    };
    expect(placePhrase([paragraph, later], 'two three')?.blockId).toBe('b2');
  });

  test('finds any part of any text at offsets that reproduce it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 60 }), fc.nat(), fc.nat(), (text, a, b) => {
        const start = a % text.length;
        const end = start + 1 + (b % (text.length - start));
        const placed = placePhrase(
          [{ id: 'b', startLine: 1, endLine: 99, text, marks: [] }],
          text.slice(start, end),
        );
        return (
          placed !== undefined &&
          text.slice(placed.startOffset, placed.endOffset) === text.slice(start, end)
        );
      }),
    );
  });
});

/** What `placePhrases` says, in as few words as possible. */
const placeSimply = (blocks: readonly PlacedBlock[], phrase: string) => {
  for (const block of blocks) {
    const start = block.text.indexOf(phrase);
    if (start >= 0) return placementAt(block, [start, start + phrase.length]);
  }
  const words = phrase.trim().split(/\s+/u);
  const loose = new RegExp(words.map((word) => word).join('\\s+'), 'u');
  if (words.join('') === '') return undefined;
  for (const block of blocks) {
    const found = loose.exec(block.text);
    if (found !== null) return placementAt(block, [found.index, found.index + found[0].length]);
  }
  return undefined;
};

const words = (most: number) =>
  fc
    .array(fc.constantFrom('a', 'b', 'aa', 'ab', ' ', '  ', '\n', '\t', '\u00a0', 'c\n'), {
      minLength: 1,
      maxLength: most,
    })
    .map((parts) => parts.join(''));

describe('placePhrases', () => {
  test('gives the same result as placing each alone', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(words(30), fc.array(fc.nat(20), { maxLength: 3 })), { minLength: 1 }),
        fc.array(words(5), { minLength: 1, maxLength: 12 }),
        // Places far into a text are counted from points on the way there.
        fc.constantFrom('', ' '.repeat(9000), 'x\n'.repeat(5000)),
        (texts, phrases, before) => {
          const blocks = texts.map(([text, offsets], index) => ({
            id: `b${index}`,
            startLine: 1 + index,
            endLine: 20_000,
            text: before + text,
            marks: offsets
              .toSorted((one, other) => one - other)
              .map((offset, line): [number, number] => [offset, index + line]),
          }));
          const placed = finish(placePhrases(blocks, phrases));
          for (const phrase of phrases)
            expect(placed.get(phrase)).toEqual(placeSimply(blocks, phrase));
        },
      ),
      { numRuns: 300 },
    );
  });

  const block = (text: string): PlacedBlock => ({
    id: 'b',
    startLine: 1,
    endLine: 2 ** 31,
    text,
    marks: [],
  });
  const many = (count: number, phrase: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => phrase(index));

  test.each<[string, (size: number) => [string, string[]]]>([
    [
      'a phrase that stands almost at each place of a long run',
      (n) => ['a'.repeat(n), [`ab${'a'.repeat(Math.floor(n / 4))}`]],
    ],
    ['the same the other way round', (n) => ['a'.repeat(n), [`${'a'.repeat(Math.floor(n / 4))}b`]]],
    [
      'many phrases that are the beginning of each other',
      (n) => ['a'.repeat(n), many(200, (index) => `${'a'.repeat(index + 1)}b`)],
    ],
    [
      'many phrases that are the end of each other',
      (n) => ['a'.repeat(n), many(500, (index) => 'a'.repeat(index + 1))],
    ],
    [
      'more phrases in more text',
      (n) => [
        many(Math.floor(n / 8), (index) => `word ${index}\n`).join(''),
        many(Math.floor(n / 64), (index) => `${index}\nword`),
      ],
    ],
    [
      'the same in other white space',
      (n) => [
        many(Math.floor(n / 8), (index) => `word ${index}\n`).join(''),
        many(Math.floor(n / 64), (index) => `${index}  word`),
      ],
    ],
    [
      'nothing but white space',
      (n) => [' '.repeat(n), [' a', `${' '.repeat(Math.floor(n / 8))}a`]],
    ],
  ])('%s: takes linear time', async (_, make) => {
    const ratio = await growth(64 * 1024, (size) => {
      const [text, phrases] = make(size);
      const blocks = [block(text)];
      return () => finish(placePhrases(blocks, phrases));
    });
    expect(ratio).toBeLessThan(linear);
  });
});
