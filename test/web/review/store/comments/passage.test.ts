import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from '../../../../../shared/placement/blocks.ts';
import {
  blockPassage,
  rangesOf,
  toPassage,
  type BlockRange,
} from '../../../../../web/review/store/comments/passage.ts';

const block = (id: string, text: string, startLine = 1): Block => ({
  id,
  kind: 'paragraph',
  startLine,
  endLine: startLine + text.split('\n').length - 1,
  html: '',
  text,
  marks: [],
});

const blocks = [
  block('a', 'First text', 1),
  block('rule', '', 3),
  block('b', 'Second\ntext', 5),
  block('c', 'Third', 8),
];
const [a, rule, b, c] = blocks as [Block, Block, Block, Block];

describe('toPassage', () => {
  it('is part of one block, without surrounding white space', () => {
    expect(toPassage([{ block: a, start: 5, end: 10 }])).toEqual({
      blockId: 'a',
      startOffset: 6,
      endOffset: 10,
      startLine: 1,
      endLine: 1,
      originalText: 'text',
    });
  });

  it('spans several blocks, with the lines of the first and the last', () => {
    const ranges = [
      { block: a, start: 6, end: 10 },
      { block: rule, start: 0, end: 0 },
      { block: b, start: 0, end: 11 },
      { block: c, start: 0, end: 2 },
    ];
    const passage = toPassage(ranges);
    expect(passage).toMatchObject({
      blockId: 'a',
      startOffset: 6,
      endOffset: 10,
      startLine: 1,
      endLine: 8,
      originalText: 'text\n\nSecond\ntext\n\nTh',
    });
    expect(rangesOf(passage ?? {}, blocks)).toEqual(ranges.filter(({ end }) => end > 0));
  });

  it.each([
    { name: 'nothing', ranges: [] },
    { name: 'white space', ranges: [{ block: a, start: 5, end: 6 }] },
    { name: 'a block without text', ranges: [{ block: rule, start: 0, end: 0 }] },
  ])('is undefined if $name is selected', ({ ranges }) => {
    expect(toPassage(ranges)).toBeUndefined();
  });

  it('names the file of a folder', () => {
    expect(blockPassage({ ...a, file: 'x.md' })).toMatchObject({ file: 'x.md' });
  });
});

describe('rangesOf', () => {
  it.each([
    { name: 'on the whole', comment: {} },
    { name: 'on a block that is gone', comment: { blockId: 'x', startOffset: 0, endOffset: 1 } },
    {
      name: 'on text that has changed',
      comment: { blockId: 'a', startOffset: 0, endOffset: 5, originalText: 'Other' },
    },
  ])('is empty for a comment $name', ({ comment }) => {
    expect(rangesOf(comment, blocks)).toEqual([]);
  });

  it('finds every selectable passage again', () => {
    const texts = fc.array(
      fc.string({ unit: fc.constantFrom('x', ' ', '\n', 'y'), maxLength: 8 }),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), fc.nat(), (parts, first, from, to) => {
        const all = parts.map((text, index) => block(String(index), text, index + 1));
        const start = first % all.length;
        const selected: BlockRange[] = all.slice(start).map((item, index, list) => ({
          block: item,
          start: index === 0 ? from % (item.text.length + 1) : 0,
          end: index === list.length - 1 ? to % (item.text.length + 1) : item.text.length,
        }));
        const passage = toPassage(selected);
        fc.pre(passage !== undefined);
        const again = rangesOf(passage, all);
        expect(
          again.map((range) => range.block.text.slice(range.start, range.end)).join('\n\n'),
        ).toBe(passage.originalText);
      }),
    );
  });
});
