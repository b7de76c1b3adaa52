import { describe, expect, it } from 'vitest';
import { commentSchema } from '../../../../../shared/annotations/comment.ts';
import {
  commentOf,
  deletionOf,
  editorOf,
  kindChange,
  newEditor,
} from '../../../../../web/review/store/comments/new-comment.ts';
import type { EditorTarget, Passage } from '../../../../../shared/session/editor.ts';
import type { Editor } from '../../../../../web/review/store/editors-slice.ts';

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

describe('text longer than a comment can hold', () => {
  const long = 'x'.repeat(70_000);
  it.each<[string, EditorTarget, 'plan' | 'review']>([
    [
      'code',
      { kind: 'lines', target: { filePath: 'a', side: 'new', lineStart: 1 }, originalCode: long },
      'review',
    ],
    ['text', { kind: 'passage', passage: { ...passage, originalText: long } }, 'plan'],
  ])('is truncated when quoted, and starts no suggestion: %s', (_, target, mode) => {
    const editor = write(target);
    const comment = make(editor, mode);
    expect(commentSchema.parse(comment)).toEqual(comment);
    expect(comment).toMatchObject({ text: 'words' });
    expect(kindChange(editor, 'replace')).toEqual({ kind: 'replace', suggestion: undefined });
  });

  it('is truncated in a comment that asks for deletion', () => {
    const comment = deletionOf({ ...passage, originalText: long }, 'new');
    expect(commentSchema.parse(comment)).toEqual(comment);
  });
});

describe('commentOf', () => {
  it.each([
    {
      name: 'a passage',
      editor: write({ kind: 'passage', passage }),
      mode: 'plan',
      expected: { ...passage, id: 'new', type: 'COMMENT', kind: 'must', text: 'words' },
    },
    {
      name: 'the whole of a plan',
      editor: write({ kind: 'whole' }),
      mode: 'plan',
      expected: { id: 'new', type: 'GLOBAL_COMMENT', kind: 'must', text: 'words' },
    },
    {
      name: 'the whole of a change',
      editor: write({ kind: 'whole' }, { kind: 'question' }),
      mode: 'review',
      expected: { id: 'new', scope: 'general', kind: 'question', text: 'words' },
    },
    {
      name: 'a passage that should read otherwise',
      editor: write({ kind: 'passage', passage }, { kind: 'replace', suggestion: 'abd', text: '' }),
      mode: 'plan',
      expected: {
        ...passage,
        id: 'new',
        type: 'COMMENT',
        text: '',
        kind: 'replace',
        suggestedText: 'abd',
      },
    },
    {
      name: 'the whole of a plan, as a question',
      editor: write({ kind: 'whole' }, { kind: 'question' }),
      mode: 'plan',
      expected: { id: 'new', type: 'GLOBAL_COMMENT', text: 'words', kind: 'question' },
    },
    {
      name: 'lines',
      editor: write(lines, { suggestion: 'const a;', kind: 'replace' }),
      mode: 'review',
      expected: {
        id: 'new',
        scope: 'line',
        filePath: 'a.ts',
        side: 'old',
        lineStart: 4,
        lineEnd: 6,
        kind: 'replace',
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
        kind: 'must',
        text: 'words',
      },
    },
  ] as const)('makes a comment on $name that the server accepts', ({ editor, mode, expected }) => {
    const comment = make(editor, mode);
    expect(comment).toEqual(expected);
    expect(commentSchema.parse(comment)).toEqual(expected);
  });

  it('makes none without text, or with a suggestion that equals the code', () => {
    expect(make(write({ kind: 'whole' }, { text: '  ' }))).toBeUndefined();
    expect(make(write(lines, { text: '', suggestion: 'let a;' }), 'review')).toBeUndefined();
  });

  it('starts a suggestion from the existing text, and keeps one already started', () => {
    const editor = write(lines);
    expect(kindChange(editor, 'replace')).toEqual({ kind: 'replace', suggestion: 'let a;' });
    expect(kindChange({ ...editor, suggestion: 'let b;' }, 'nit')).toEqual({
      kind: 'nit',
      suggestion: 'let b;',
    });
    expect(kindChange({ ...editor, suggestion: 'let b;' }, 'replace').suggestion).toBe('let b;');
    expect(kindChange(write({ kind: 'whole' }), 'replace').suggestion).toBeUndefined();
  });

  it.each([
    {
      name: 'a document',
      comment: {
        id: 'c',
        type: 'COMMENT',
        kind: 'replace',
        text: '',
        originalText: 'abc',
        suggestedText: 'abd',
      },
    },
    {
      name: 'a change',
      comment: {
        id: 'c',
        scope: 'line',
        filePath: 'a.ts',
        lineStart: 1,
        lineEnd: 1,
        kind: 'replace',
        text: '',
        originalCode: 'let a;',
        suggestedCode: '',
      },
    },
  ] as const)('edits a suggestion of $name from its text', ({ comment }) => {
    const editor = editorOf(comment);
    const context = { mode: 'plan', id: 'new', comments: [comment] } as const;
    expect(commentOf(editor, context)).toEqual(comment);
    expect(commentOf({ ...editor, text: 'why', suggestion: 'x' }, context)).toMatchObject({
      text: 'why',
      ...('scope' in comment ? { suggestedCode: 'x' } : { suggestedText: 'x' }),
    });
    const plain = {
      ...editor,
      text: 'why',
      suggestion: editor.original,
      kind: 'question',
    } as const;
    const changed = commentOf(plain, context);
    expect(changed).not.toHaveProperty('scope' in comment ? 'suggestedCode' : 'suggestedText');
    expect(changed?.kind).toBe('question');
  });

  it('changes an existing comment', () => {
    const deletion = deletionOf(passage, 'd');
    const editor = { ...editorOf(deletion), text: 'because' };
    const context = { mode: 'plan', id: 'new', comments: [deletion] } as const;
    expect(commentOf(editor, context)).toEqual({ ...deletion, text: 'because' });
    // Another tab has removed the comment: the text stays.
    expect(commentOf(editor, { ...context, comments: [] })).toEqual({
      id: 'new',
      type: 'GLOBAL_COMMENT',
      kind: 'must',
      text: 'because',
    });
  });

  it('does not empty a comment without other content', () => {
    const comment = { id: 'c', type: 'GLOBAL_COMMENT', kind: 'must', text: 'keep' } as const;
    const editor = { ...editorOf(comment), text: ' ' };
    expect(commentOf(editor, { mode: 'plan', id: 'new', comments: [comment] })).toBe(comment);
  });
});
