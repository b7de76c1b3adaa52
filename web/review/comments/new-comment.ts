import type { Comment, ReviewComment } from '../../../shared/annotations/comment.ts';
import type { Mode } from '../../../shared/session/mode.ts';
import { hasWords, type Editor, type EditorTarget, type Passage } from '../store/editors-slice.ts';

/** An editor without text yet. The key of an editor for a comment that is there follows from the comment. */
export const newEditor = (target: EditorTarget, id: string): Editor => ({
  key: target.kind === 'comment' ? `comment-${target.commentId}` : id,
  target,
  text: '',
  reviewKind: 'comment',
  suggestedCode: undefined,
});

/** An editor with the text of a comment that is there. */
export const editorOf = (comment: Comment): Editor => ({
  ...newEditor({ kind: 'comment', commentId: comment.id }, ''),
  text: comment.text,
  ...('scope' in comment
    ? { reviewKind: comment.type, suggestedCode: comment.suggestedCode }
    : undefined),
});

/** The mark that a passage is to go, with no more words than that. */
export const deletionOf = (passage: Passage, id: string): Comment => ({
  ...passage,
  id,
  type: 'DELETION',
  text: '',
});

interface CommentContext {
  readonly mode: Mode;
  readonly id: string;
  readonly comments: readonly Comment[];
}

/**
 * The comment that an editor's text makes: a new one with this id, or the changed one. Undefined where it says
 * nothing, or where the comment that it changed is gone.
 */
export const commentOf = (
  editor: Editor,
  { mode, id, comments }: CommentContext,
): Comment | undefined => {
  const { target } = editor;
  if (target.kind === 'comment') {
    const comment = comments.find((item) => item.id === target.commentId);
    return comment === undefined ? undefined : changedComment(comment, editor);
  }
  if (!hasWords(editor)) return undefined;
  const text = editor.text.trim();
  if (target.kind === 'passage') return { ...target.passage, id, type: 'COMMENT', text };
  if (target.kind === 'lines') return lineComment(target, editor, id);
  return mode === 'review'
    ? { id, scope: 'general', type: editor.reviewKind, text }
    : { id, type: 'GLOBAL_COMMENT', text };
};

/** A deletion may do without words, any other comment keeps the ones it has rather than lose all. */
const changedComment = (comment: Comment, editor: Editor): Comment => {
  const text = editor.text.trim();
  if (!('scope' in comment))
    return text === '' && comment.type !== 'DELETION' ? comment : { ...comment, text };
  const { suggestedCode: _, ...rest } = comment;
  const { suggestedCode, reviewKind } = editor;
  if (text === '' && suggestedCode === undefined) return comment;
  return {
    ...rest,
    text,
    type: reviewKind,
    ...(suggestedCode === undefined ? {} : { suggestedCode }),
  };
};

const lineComment = (
  { target, originalCode }: Extract<EditorTarget, { kind: 'lines' }>,
  { text, reviewKind, suggestedCode }: Editor,
  id: string,
): ReviewComment => {
  const { filePath, side, lineStart, lineEnd } = target;
  const common = { id, filePath, side, type: reviewKind, text: text.trim() };
  if (lineStart === undefined) return { ...common, scope: 'file' };
  return {
    ...common,
    scope: 'line',
    lineStart,
    lineEnd: lineEnd ?? lineStart,
    ...(originalCode === '' ? {} : { originalCode: originalCode.slice(0, 65_536) }),
    ...(suggestedCode === undefined ? {} : { suggestedCode }),
  };
};
