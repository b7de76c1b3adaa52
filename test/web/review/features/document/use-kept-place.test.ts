import { describe, expect, it } from 'vitest';
import { sameBlock } from '../../../../../web/review/features/document/use-kept-place.ts';

const blocks = (...texts: string[]) => texts.map((text, at) => ({ id: `b${at}`, text }));

describe('the same block in another version', () => {
  it.each([
    ['moved down', blocks('a', 'b', 'c'), 1, blocks('new', 'a', 'b', 'c'), 'b2'],
    ['gone: the one above it', blocks('a', 'b', 'c'), 1, blocks('x', 'a', 'c'), 'b1'],
    ['one of several', blocks('a', 'x', 'x', 'b'), 2, blocks('n', 'a', 'x', 'x'), 'b3'],
    ['fewer of them', blocks('x', 'x', 'x'), 2, blocks('x', 'x'), 'b1'],
    ['nothing of it left', blocks('a', 'b'), 1, blocks('y', 'z'), undefined],
  ])('%s', (_, before, index, after, expected) => {
    expect(sameBlock(before, index, after)?.id).toBe(expected);
  });

  it('is in the same file', () => {
    const before = [{ id: 'b0', text: 'a', file: 'two.md' }];
    const after = [
      { id: 'b0', text: 'a', file: 'one.md' },
      { id: 'b1', text: 'a', file: 'two.md' },
    ];
    expect(sameBlock(before, 0, after)?.id).toBe('b1');
  });
});
