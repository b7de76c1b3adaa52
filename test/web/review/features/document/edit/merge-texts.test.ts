import { describe, expect, it } from 'vitest';
import {
  mergedText,
  mergeTexts,
  type MergeChoice,
} from '../../../../../../web/review/features/document/edit/merge-texts.ts';

const base = 'a\nb\nc\nd\ne';

/** The merged text with these choices, in the order of the conflicts. */
const merge = (mine: string, other: string, choices: readonly MergeChoice[] = [], of = base) => {
  const regions = mergeTexts({ base: of, mine, other });
  const conflicts = regions.flatMap(({ kind }, index) => (kind === 'conflict' ? [index] : []));
  const chosen = choices.map((choice, at) => [conflicts[at] ?? -1, choice] as const);
  return { conflicts: conflicts.length, text: mergedText(regions, new Map(chosen)) };
};

describe('a merge of two edits', () => {
  it.each([
    ['edits of different lines', 'A\nb\nc\nd\ne', 'a\nb\nc\nd\nE', 'A\nb\nc\nd\nE'],
    ['the same edit', 'a\nB\nc\nd\ne', 'a\nB\nc\nd\ne', 'a\nB\nc\nd\ne'],
    ['an edit of one side', base, 'a\nc\nd\ne', 'a\nc\nd\ne'],
    ['lines added at both ends', `0\n${base}`, `${base}\nf`, `0\n${base}\nf`],
    ['a removal, and an edit elsewhere', 'b\nc\nd\ne', 'a\nb\nc\nD\ne', 'b\nc\nD\ne'],
    ['a final line end', `${base}\n`, 'A\nb\nc\nd\ne', 'A\nb\nc\nd\ne\n'],
  ])('takes %s without a question', (_, mine, other, text) => {
    expect(merge(mine, other)).toEqual({ conflicts: 0, text });
  });

  const mine = 'a\nmy b\nc\nmy d\ne';
  const other = 'a\ntheir b\nc\ntheir d\ne';

  it.each([
    [['mine', 'mine'], mine],
    [['other', 'other'], other],
    [['mine', 'other'], 'a\nmy b\nc\ntheir d\ne'],
    [['other', 'both'], 'a\ntheir b\nc\ntheir d\nmy d\ne'],
    [['both', 'mine'], 'a\ntheir b\nmy b\nc\nmy d\ne'],
  ] as const)('has the reviewer choose each conflict: %j', (choices, text) => {
    expect(merge(mine, other, choices)).toEqual({ conflicts: 2, text });
  });

  it('is not done while a conflict has no choice', () => {
    expect(merge(mine, other, ['mine'])).toEqual({ conflicts: 2, text: undefined });
  });

  it.each([
    ['mine', 'a\nc\nd\ne'],
    ['other', 'a\nB\nc\nd\ne'],
    ['both', 'a\nB\nc\nd\ne'],
  ] as const)('asks where one side has removed what the other has edited: %s', (choice, text) => {
    expect(merge('a\nc\nd\ne', 'a\nB\nc\nd\ne', [choice])).toEqual({ conflicts: 1, text });
  });

  it('asks about both whole texts where there is nothing in common', () => {
    expect(merge('x', 'y', ['both'])).toEqual({ conflicts: 1, text: 'y\nx' });
    expect(merge('', 'y', ['mine'])).toEqual({ conflicts: 1, text: '' });
  });

  it('is one conflict where lines are too many and too alike to tell apart', () => {
    const blank = (count: number, line: string) =>
      `${'\n'.repeat(count)}${line}${'\n'.repeat(count)}`;
    const { conflicts, text } = merge(
      blank(2500, 'x'),
      blank(2400, 'y'),
      ['other'],
      blank(2600, ''),
    );
    expect(conflicts).toBe(1);
    expect(text).toBe(blank(2400, 'y'));
  });
});
