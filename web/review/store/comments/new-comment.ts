import type { Comment, ReviewComment } from '../../../../shared/annotations/comment.ts';
import type { CommentKind } from '../../../../shared/annotations/comment-kinds.ts';
import type { Mode } from '../../../../shared/session/mode.ts';
import type { EditorTarget, Passage } from '../../../../shared/session/editor.ts';
import {
  hasWords,
  originalOf,
  originalOfComment,
  replacementOf,
  suggestionOf,
  type Editor,
} from '../editors-slice.ts';

/** Maximum length of a comment, in UTF-16 units. */
export const maxTextLength = 65_536;

/**
 * An empty editor. For an existing comment, the key is derived from its id. Without an original if that is too long,
 * since a comment could not carry a replacement.
 */
export const newEditor = (target: EditorTarget, id: string): Editor => ({
  key: target.kind === 'comment' ? `comment-${target.commentId}` : id,
  target: carried(target),
  text: '',
  kind: 'must',
  suggestion: undefined,
  original: originalOf(target).length > maxTextLength ? '' : originalOf(target),
});

const carried = (target: EditorTarget): EditorTarget => {
  switch (target.kind) {
    case 'lines':
      return { ...target, originalCode: target.originalCode.slice(0, maxTextLength) };
    case 'passage':
      return { ...target, passage: carriedPassage(target.passage) };
    case 'whole':
    case 'comment':
      return target;
  }
};

const carriedPassage = (passage: Passage): Passage => ({
  ...passage,
  originalText: passage.originalText.slice(0, maxTextLength),
});

/** Changes the kind; `replace` starts with the original text. */
export const kindChange = (
  { suggestion, original }: Editor,
  kind: CommentKind,
): Pick<Editor, 'kind' | 'suggestion'> => ({
  kind,
  suggestion: kind === 'replace' && original !== '' ? (suggestion ?? original) : suggestion,
});

export const editorOf = (comment: Comment): Editor => ({
  ...newEditor({ kind: 'comment', commentId: comment.id }, ''),
  text: comment.text,
  kind: comment.kind,
  suggestion: suggestionOf(comment),
  original: originalOfComment(comment),
  ...(comment.attachments === undefined ? {} : { attachments: comment.attachments }),
});

/** Whether a comment only marks a passage for deletion. */
export const isDeletionMark = (comment: Comment): boolean =>
  !('scope' in comment) && comment.type === 'DELETION';

/** A deletion comment without text. */
export const deletionOf = (passage: Passage, id: string): Comment => ({
  ...carriedPassage(passage),
  id,
  type: 'DELETION',
  kind: 'must',
  text: '',
});

interface CommentContext {
  readonly mode: Mode;
  readonly id: string;
  readonly comments: readonly Comment[];
}

/**
 * The comment made from an editor: a new one with this id, or the edited one. Undefined if the editor is empty. If
 * another tab removed the edited comment, the text becomes a general comment rather than being lost.
 */
export const commentOf = (editor: Editor, context: CommentContext): Comment | undefined => {
  const comment = commentWithout(editor, context);
  return comment && withImages(comment, editor.attachments);
};

/** Replaces the images of a comment. */
const withImages = (comment: Comment, attachments: Editor['attachments'] = []): Comment =>
  attachments.length === 0 && comment.attachments === undefined
    ? comment
    : { ...comment, attachments };

/** The same without the images. */
const commentWithout = (
  editor: Editor,
  { mode, id, comments }: CommentContext,
): Comment | undefined => {
  const { target, kind } = editor;
  const changed =
    target.kind === 'comment' ? comments.find((item) => item.id === target.commentId) : undefined;
  if (changed !== undefined) return changedComment(changed, editor);
  if (!hasWords(editor)) return undefined;
  const text = editor.text.trim();
  if (target.kind === 'passage')
    return { ...target.passage, id, type: 'COMMENT', kind, text, ...documentParts(editor) };
  if (target.kind === 'lines') return lineComment(target, editor, id);
  return mode === 'review'
    ? { id, scope: 'general', kind, text, ...reviewParts(editor) }
    : { id, type: 'GLOBAL_COMMENT', kind, text, ...documentParts(editor) };
};

/** Only deletions may be empty; other comments keep their text. */
const changedComment = (comment: Comment, editor: Editor): Comment => {
  const text = editor.text.trim();
  if (!hasWords(editor) && !isDeletionMark(comment)) return comment;
  if ('scope' in comment) {
    const { suggestedCode: _, ...rest } = comment;
    return { ...rest, text, kind: editor.kind, ...reviewParts(editor) };
  }
  const { suggestedText: _, ...rest } = comment;
  return { ...rest, text, kind: editor.kind, ...documentParts(editor) };
};

const documentParts = (editor: Editor): { suggestedText?: string } => {
  const replacement = replacementOf(editor);
  return replacement === undefined ? {} : { suggestedText: replacement.slice(0, maxTextLength) };
};

const reviewParts = (editor: Editor): { suggestedCode?: string } => {
  const replacement = replacementOf(editor);
  return replacement === undefined ? {} : { suggestedCode: replacement.slice(0, maxTextLength) };
};

const lineComment = (
  { target, originalCode }: Extract<EditorTarget, { kind: 'lines' }>,
  editor: Editor,
  id: string,
): ReviewComment => {
  const { lineStart, lineEnd = lineStart, ...place } = target;
  const common = { ...place, id, kind: editor.kind, text: editor.text.trim() };
  if (lineStart === undefined || lineEnd === undefined) return { ...common, scope: 'file' };
  return {
    ...common,
    scope: 'line',
    lineStart,
    lineEnd,
    ...(originalCode === '' ? {} : { originalCode }),
    ...reviewParts(editor),
  };
};
