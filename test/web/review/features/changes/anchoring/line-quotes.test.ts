import { expect, it } from 'vitest';
import type { Comment, ReviewComment } from '../../../../../../shared/annotations/comment.ts';
import * as tested from '../../../../../../web/review/features/changes/anchoring/line-quotes.ts';
import { newEditor } from '../../../../../../web/review/store/comments/new-comment.ts';

const comment: ReviewComment = {
  id: 'c',
  scope: 'line',
  filePath: 'a.ts',
  kind: 'must',
  lineStart: 3,
  lineEnd: 4,
  originalCode: 'x\ny',
  text: 'words',
};
const target = { filePath: 'a.ts', side: 'old', lineStart: 3, lineEnd: 3 } as const;
const editor = {
  ...newEditor({ kind: 'lines', target, originalCode: '' }, 'k'),
  text: 'half a sent',
};
const others: Comment[] = [
  { id: 'f', scope: 'file', filePath: 'a.ts', kind: 'must', text: 'x' },
  { id: 'g', scope: 'general', kind: 'must', text: 'x' },
];
const place = { lineStart: 7, lineEnd: 8 };

it('only comments and editors on lines are moved', () => {
  const quotes = tested.quotesIn({ comments: [comment, ...others], editors: [editor] });
  expect([...quotes.values()]).toMatchObject([
    { side: 'new', lineStart: 3, lineEnd: 4, code: 'x\ny' },
    { side: 'old', lineStart: 3, lineEnd: 3, code: undefined },
  ]);
  const anchors = new Map(
    [...quotes.keys()].map((said) => [said, { kind: 'exact', place }] as const),
  );
  expect(tested.anchoredComments([comment, ...others], anchors)).toEqual([
    { ...comment, ...place },
    ...others,
  ]);
  expect(tested.anchoredEditors([editor], anchors)).toMatchObject([
    { key: 'k', text: 'half a sent', target: { target: { ...place, side: 'old' } } },
  ]);
});

it('unfinished text is kept if its lines are gone', () => {
  const gone = new Map([[editor.target, { kind: 'unplaced', was: undefined } as const]]);
  expect(tested.anchoredEditors([editor], gone)).toMatchObject([
    { text: 'half a sent', target: { target: { lineStart: 3, isOutdated: true } } },
  ]);
});
