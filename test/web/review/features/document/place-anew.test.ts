import { describe, expect, it } from 'vitest';
import type { DocumentComment } from '../../../../../shared/annotations/comment.ts';
import { markdownBlocks } from '../../../../../supervisor/threads/document/markdown-blocks.ts';
import {
  blockPassage,
  rangesOf,
  toPassage,
} from '../../../../../web/review/store/comments/passage.ts';
import {
  commentsAnew,
  editorsAnew,
} from '../../../../../web/review/features/document/place-anew.ts';
import { newEditor } from '../../../../../web/review/store/comments/new-comment.ts';

const blocksOf = (text: string) =>
  markdownBlocks(text).map((block, index) => ({ id: `b${index}`, ...block }));

const before = blocksOf('# T\n\nOne two.\n\nThree four.\n\nThree four.\n');
const passageOf = (index: number) => {
  const block = before[index];
  const passage = block === undefined ? undefined : blockPassage(block);
  if (passage === undefined) throw new Error('there is no passage');
  return passage;
};
const commentOn = (index: number): DocumentComment => ({
  ...passageOf(index),
  id: `c${index}`,
  type: 'COMMENT',
  kind: 'must',
  text: 'x',
});

describe('comments in another content', () => {
  it('stand where their text is now', () => {
    const after = blocksOf('# T\n\nNew.\n\nNew.\n\nOne two.\n');
    const [comment] = commentsAnew([commentOn(1)], after) as DocumentComment[];
    expect(comment).toMatchObject({ blockId: 'b3', startLine: 7, endLine: 7, text: 'x' });
    expect(rangesOf(comment ?? {}, after as never)).toHaveLength(1);
  });

  it('stay in their own block where the same words stand elsewhere, too', () => {
    const [comment] = commentsAnew([commentOn(3)], before) as DocumentComment[];
    expect(comment).toEqual(commentOn(3));
  });

  it('stay as they were where their text is gone: none is lost', () => {
    const after = blocksOf('Other.\n');
    const comments = [
      commentOn(1),
      { id: 'g', type: 'GLOBAL_COMMENT', kind: 'must', text: 'y' } as const,
    ];
    expect(commentsAnew(comments, after)).toEqual(comments);
  });

  it('are followed over several blocks', () => {
    const [, one, two] = before;
    if (one === undefined || two === undefined) throw new Error('there are no blocks');
    const passage = toPassage([
      { block: one, start: 4, end: one.text.length },
      { block: two, start: 0, end: 5 },
    ]);
    const after = blocksOf('Above.\n\n# T\n\nOne two.\n\nThree four.\n');
    const [comment] = commentsAnew(
      [{ id: 'c', type: 'COMMENT', kind: 'must', text: 'x', ...passage }],
      after,
    ) as DocumentComment[];
    expect(comment).toMatchObject({ blockId: 'b2', startLine: 5, endLine: 7 });
    expect(rangesOf(comment ?? {}, after).map(({ block }) => block.id)).toEqual(['b2', 'b3']);
  });

  it('and what is being written moves with its text', () => {
    const editor = { ...newEditor({ kind: 'passage', passage: passageOf(1) }, 'k'), text: 'words' };
    const [moved] = editorsAnew([editor], blocksOf('New.\n\nNew.\n\nNew.\n\nOne two.\n'));
    expect(moved).toMatchObject({ text: 'words', target: { passage: { blockId: 'b3' } } });
  });
});
