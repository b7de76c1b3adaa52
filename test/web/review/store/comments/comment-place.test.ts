import { describe, expect, it } from 'vitest';
import type { DiffAnswer, PlanAnswer } from '../../../../../shared/session/content.ts';
import {
  isPlacedComment,
  isPlacedTarget,
  linesOf,
} from '../../../../../web/review/store/comments/comment-place.ts';
import type { Comment } from '../../../../../shared/annotations/comment.ts';
import type { ContentSlice } from '../../../../../web/review/store/content-slice.ts';

const document = { blocks: [{ id: 'a', text: 'Some text' }] } as PlanAnswer;
const diff = { files: [{ path: 'a.ts' }] } as DiffAnswer;
const content: ContentSlice = {
  beginning: [],
  document,
  diff,
  file: undefined,
  notShown: undefined,
  kept: {},
  whitespace: 'show',
  error: undefined,
};
const passage = {
  blockId: 'a',
  startOffset: 0,
  endOffset: 4,
  startLine: 1,
  endLine: 1,
  originalText: 'Some',
};

describe('an annotation kept from an earlier version', () => {
  it.each([
    { name: 'text that is there', comment: { ...passage, type: 'COMMENT' }, expected: true },
    {
      name: 'text that has changed',
      comment: { ...passage, originalText: 'Same', type: 'COMMENT' },
      expected: false,
    },
    { name: 'the whole', comment: { type: 'GLOBAL_COMMENT' }, expected: false },
    {
      name: 'a file that is there',
      comment: { scope: 'file', filePath: 'a.ts' },
      expected: true,
    },
    {
      name: 'a file that is not changed any more',
      comment: { scope: 'file', filePath: 'b.ts' },
      expected: false,
    },
  ] as const)('a comment on $name has a place: $expected', ({ comment, expected }) => {
    expect(isPlacedComment({ id: '1', kind: 'must', text: 'x', ...comment }, content)).toBe(
      expected,
    );
  });

  it.each([
    { target: { kind: 'passage', passage }, expected: true },
    { target: { kind: 'passage', passage: { ...passage, blockId: 'gone' } }, expected: false },
    {
      target: { kind: 'lines', target: { filePath: 'b.ts', side: 'new' }, originalCode: '' },
      expected: false,
    },
    { target: { kind: 'whole' }, expected: false },
    { target: { kind: 'comment', commentId: '1' }, expected: true },
    { target: { kind: 'comment', commentId: 'removed in another tab' }, expected: false },
  ] as const)('an editor on a $target.kind has a place: $expected', ({ target, expected }) => {
    const comments: Comment[] = [{ id: '1', type: 'GLOBAL_COMMENT', kind: 'must', text: 'x' }];
    expect(isPlacedTarget(target, { content, comments })).toBe(expected);
  });
});

describe('linesOf', () => {
  it.each([
    { lines: [], expected: 'a.ts' },
    { lines: [3], expected: 'a.ts:3' },
    { lines: [3, 3], expected: 'a.ts:3' },
    { lines: [3, 5], expected: 'a.ts:3–5' },
  ])('$expected', ({ lines, expected }) => {
    expect(linesOf('a.ts', ...lines)).toBe(expected);
  });
});
