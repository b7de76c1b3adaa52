import { describe, expect, it } from 'vitest';
import { commentSchema } from '../../../shared/annotations/comment.ts';
import {
  commentOf,
  deletionOf,
  editorOf,
  newEditor,
} from '../../../web/review/comments/new-comment.ts';
import type { Editor, EditorTarget, Passage } from '../../../web/review/store/editors-slice.ts';

const passage: Passage = {
  blockId: 'b1',
  startOffset: 2,
  endOffset: 5,
  startLine: 3,
  endLine: 3,
  originalText: 'abc',
};
const lines: EditorTarget = {
  kind: 'lines',
  target: { filePath: 'a.ts', side: 'old', lineStart: 4, lineEnd: 6 },
  originalCode: 'let a;',
};
const write = (target: EditorTarget, change: Partial<Editor> = {}): Editor => ({
  ...newEditor(target, 'key'),
  text: ' words ',
  ...change,
});
const make = (editor: Editor, mode: 'plan' | 'review' = 'plan', comments: never[] = []) =>
  commentOf(editor, { mode, id: 'new', comments });

describe('commentOf', () => {
  it.each([
    {
      name: 'a passage',
      editor: write({ kind: 'passage', passage }),
      mode: 'plan',
      expected: { ...passage, id: 'new', type: 'COMMENT', text: 'words' },
    },
    {
      name: 'the whole of a plan',
      editor: write({ kind: 'whole' }),
      mode: 'plan',
      expected: { id: 'new', type: 'GLOBAL_COMMENT', text: 'words' },
    },
    {
      name: 'the whole of a change',
      editor: write({ kind: 'whole' }, { reviewKind: 'concern' }),
      mode: 'review',
      expected: { id: 'new', scope: 'general', type: 'concern', text: 'words' },
    },
    {
      name: 'lines',
      editor: write(lines, { suggestedCode: 'const a;', reviewKind: 'suggestion' }),
      mode: 'review',
      expected: {
        id: 'new',
        scope: 'line',
        filePath: 'a.ts',
        side: 'old',
        lineStart: 4,
        lineEnd: 6,
        type: 'suggestion',
        text: 'words',
        originalCode: 'let a;',
        suggestedCode: 'const a;',
      },
    },
    {
      name: 'a file',
      editor: write({ kind: 'lines', target: { filePath: 'a.ts', side: 'new' }, originalCode: '' }),
      mode: 'review',
      expected: {
        id: 'new',
        scope: 'file',
        filePath: 'a.ts',
        side: 'new',
        type: 'comment',
        text: 'words',
      },
    },
  ] as const)('makes a comment on $name that the server takes', ({ editor, mode, expected }) => {
    const comment = make(editor, mode);
    expect(comment).toEqual(expected);
    expect(commentSchema.parse(comment)).toEqual(expected);
  });

  it('makes none where nothing is written, or where the code is only repeated', () => {
    expect(make(write({ kind: 'whole' }, { text: '  ' }))).toBeUndefined();
    expect(make(write(lines, { text: '', suggestedCode: 'let a;' }), 'review')).toBeUndefined();
  });

  it('changes a comment that is there', () => {
    const deletion = deletionOf(passage, 'd');
    const editor = { ...editorOf(deletion), text: 'because' };
    const context = { mode: 'plan', id: 'new', comments: [deletion] } as const;
    expect(commentOf(editor, context)).toEqual({ ...deletion, text: 'because' });
    expect(commentOf(editor, { ...context, comments: [] })).toBeUndefined();
  });

  it('does not empty a comment that has nothing else to say', () => {
    const comment = { id: 'c', type: 'GLOBAL_COMMENT', text: 'keep' } as const;
    const editor = { ...editorOf(comment), text: ' ' };
    expect(commentOf(editor, { mode: 'plan', id: 'new', comments: [comment] })).toBe(comment);
  });
});
