import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placePhrase } from '../../../shared/placement/place-phrase.ts';

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

  test('prefers the exact phrase in a later block to one that differs in white space', () => {
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

  test('finds any part of any text at offsets that give it back', () => {
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
