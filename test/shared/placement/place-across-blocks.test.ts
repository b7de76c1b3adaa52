import { describe, expect, it } from 'vitest';
import { maxWork } from '../../../shared/placement/place-approximately.ts';
import { placeAcrossBlocks } from '../../../shared/placement/place-across-blocks.ts';
import type { PlacedBlock } from '../../../shared/placement/placement-at.ts';

const blocksOf = (texts: readonly string[]): PlacedBlock[] =>
  texts.map((text, index) => ({
    id: `b${index}`,
    startLine: index + 1,
    endLine: index + 1,
    text,
    marks: [],
  }));

const place = (texts: readonly string[], passage: string, steps = maxWork) => {
  const search = placeAcrossBlocks(blocksOf(texts), passage, { steps });
  for (;;) {
    const step = search.next();
    if (step.done === true) return step.value;
  }
};

describe('a passage over several blocks', () => {
  const texts = ['A title', 'One two.\n', ' ', 'Code\n\nwith a gap', 'One two.', 'Three four.'];

  it.each([
    ['two.\n\nCode', 'b1', [4, 8], 4],
    ['two.\n\nThree four.', 'b4', [4, 8], 6],
    ['A title\n\nOne two.\n\nCode\n\nwith', 'b0', [0, 7], 4],
    ['Code\n\nwith a gap\n\nOne', 'b3', [0, 16], 5],
  ] as const)('%j', (passage, blockId, [startOffset, endOffset], endLine) => {
    expect(place(texts, passage)).toMatchObject({ blockId, startOffset, endOffset, endLine });
  });

  it.each([
    ['the first part is not at the end of its block', 'One\n\nThree'],
    ['the middle is not a whole block', 'two.\n\nCode\n\nOne'],
    ['the rest is not there', 'Three four.\n\nFive'],
    ['there is no other part', 'Three four.\n\n'],
  ])('is not placed where %s', (_, passage) => {
    expect(place(texts, passage)).toBeUndefined();
  });

  it('is not searched beyond the budget', () => {
    const many = [...Array.from({ length: 1000 }, () => 'Other.'), 'One.', 'Two.'];
    expect(place(many, 'One.\n\nTwo.')).toMatchObject({ blockId: 'b1000' });
    expect(place(many, 'One.\n\nTwo.', 500)).toBeUndefined();
    // Where it seems to begin again and again, or space has to be skipped.
    const again = [...Array.from({ length: 100 }, () => 'a'), 'b'];
    const passage = `${'a\n\n'.repeat(60)}b`;
    expect(place(again, passage)).toMatchObject({ blockId: 'b40' });
    expect(place(again, passage, 2000)).toBeUndefined();
    const spaces = ' '.repeat(10_000);
    expect(
      place([`x${spaces}`, `y${spaces}`, 'One.', 'Two.'], 'One.\n\nTwo.', 1000),
    ).toBeUndefined();
  });
});
