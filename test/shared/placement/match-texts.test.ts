import { describe, expect, it } from 'vitest';
import type { NumberedTexts } from '../../../shared/placement/anchor.ts';
import { matchTexts } from '../../../shared/placement/match-texts.ts';
import { growth, linear } from '../../helpers/cpu-time.ts';
import { finish } from '../../helpers/finish.ts';

const lines = (text: string): NumberedTexts =>
  new Map(text.split('').map((line, index) => [index + 1, line]));

const match = (before: NumberedTexts, after: NumberedTexts) =>
  Object.fromEntries(finish(matchTexts({ before, after })).places);

describe('lines of two versions', () => {
  it.each([
    ['are the same', 'abc', 'abc', { 1: 1, 2: 2, 3: 3 }],
    ['move with what was inserted', 'abc', 'axbc', { 1: 1, 2: 3, 3: 4 }],
    ['are told apart by those above', 'a}b}c}', 'a}c}', { 1: 1, 2: 2, 5: 3, 6: 4 }],
    ['and by those below', 'x}x}a', 'xyx}a', { 1: 1, 3: 3, 4: 4, 5: 5 }],
    ['count from above where both would do', 'a}-}b', 'a}b', { 1: 1, 2: 2, 5: 3 }],
    ['are unique between their neighbours', 'a}b}c', 'a-}-b}c', { 1: 1, 2: 3, 3: 5, 4: 6, 5: 7 }],
    ['keep the longer part in order', 'abcd', 'dabc', { 1: 2, 2: 3, 3: 4 }],
    ['are not told apart without any that is unique', '-}}', '}}+', {}],
    ['are alike at the end of both', '-}}', '}}+}', { 3: 4 }],
    ['have nothing in common', 'ab', 'cd', {}],
    ['are gone', 'ab', '', {}],
  ])('%s', (_, before, after, expected) => {
    expect(match(lines(before), lines(after))).toEqual(expected);
  });

  it('are not neighbours across lines that are not known', () => {
    const before = new Map([
      [10, 'a'],
      [11, '}'],
      [40, '}'],
      [41, 'b'],
    ] as const);
    const after = new Map([
      [10, 'a'],
      [11, '}'],
      [30, '}'],
      [35, '}'],
      [41, 'b'],
    ] as const);
    expect(match(before, after)).toEqual({ 10: 10, 11: 11, 41: 41 });
  });

  it('are compared in linear time, whatever repeats', async () => {
    // Each line is unique in what follows the one before it, and nowhere else.
    const chain = (size: number, filler: string): string[] =>
      Array.from({ length: size / 3 }, (_unused, at) => [filler, `${at + 1}`, `${at}`]).flat();
    const ratio = await growth(3 * 2048, (size) => {
      const [was, is] = ['x', 'y'].map((filler) => ['0', 'unique', ...chain(size, filler), filler]);
      const numbered = (texts: readonly string[] = []) => new Map(texts.entries());
      return () => finish(matchTexts({ before: numbered(was), after: numbered(is) }));
    });
    expect(ratio).toBeLessThan(linear);
  });
});
