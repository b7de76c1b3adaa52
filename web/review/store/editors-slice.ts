import type { Comment } from '../../../shared/annotations/comment.ts';
import type { CommentKind } from '../../../shared/annotations/comment-kinds.ts';
import type { ReviewSide } from '../../../shared/annotations/review-annotation.ts';

/** A part of the document's text. Offsets are UTF-16 units of the text of the first block, lines 1-based. */
export interface Passage {
  readonly blockId: string;
  readonly startOffset: number;
  /** In the first block, also where the passage goes on in the next ones. */
  readonly endOffset: number;
  readonly startLine: number;
  readonly endLine: number;
  /** The text itself; parts of several blocks are joined by an empty line. */
  readonly originalText: string;
  /** What stands there now, where that is something else. */
  readonly foundText?: string;
  readonly file?: string;
}

/** What a comment is being written on; without lines, the file as a whole. Lines are 1-based, of the side named. */
export interface CommentTarget {
  readonly filePath: string;
  readonly side: ReviewSide;
  readonly lineStart?: number;
  readonly lineEnd?: number;
  /** The code is not there any more since the change was read anew; the lines are those of before. */
  readonly isOutdated?: boolean;
  /** The same, but the lines are those that come nearest in what was read then. */
  readonly isApproximate?: boolean;
}

/** What is being written on: a passage, lines or a file of a code change, the whole, or a comment that is there. */
export type EditorTarget =
  | { readonly kind: 'passage'; readonly passage: Passage }
  | { readonly kind: 'lines'; readonly target: CommentTarget; readonly originalCode: string }
  | { readonly kind: 'whole' }
  | { readonly kind: 'comment'; readonly commentId: string };

/** An editor that is open: text that is no comment yet. */
export interface Editor {
  /** Unique among the open ones. */
  readonly key: string;
  readonly target: EditorTarget;
  readonly text: string;
  readonly kind: CommentKind;
  /** What should stand there instead, once the reviewer has begun to write it. */
  readonly suggestion: string | undefined;
  /** What stands there: code of the diff, text of the document. Empty where there is none to replace. */
  readonly original: string;
}

export type EditorsSlice = readonly Editor[];

type Content = Pick<Editor, 'text' | 'kind' | 'suggestion'>;

export type EditorsAction =
  | { readonly type: 'editors/opened'; readonly editor: Editor }
  | { readonly type: 'editors/changed'; readonly key: string; readonly change: Partial<Content> }
  | { readonly type: 'editors/closed'; readonly key: string }
  | { readonly type: 'editors/replaced'; readonly editors: readonly Editor[] };

export const initialEditors: EditorsSlice = [];

export const reduceEditors = (slice: EditorsSlice, action: EditorsAction): EditorsSlice => {
  switch (action.type) {
    case 'editors/opened':
      return slice.some(({ key }) => key === action.editor.key) ? slice : [...slice, action.editor];
    case 'editors/changed':
      return slice.map((editor) =>
        editor.key === action.key ? { ...editor, ...action.change } : editor,
      );
    case 'editors/closed':
      return slice.filter(({ key }) => key !== action.key);
    case 'editors/replaced':
      return action.editors;
  }
};

/** Whether closing the editor would lose words. */
export const hasWords = (editor: Editor): boolean =>
  editor.text.trim() !== '' || replacementOf(editor) !== undefined;

/** What the editor puts in place of the original; undefined where that only stands there once more. */
export const replacementOf = ({ suggestion, original }: Editor): string | undefined =>
  suggestion === original ? undefined : suggestion;

/** What stands where a new comment is written. */
export const originalOf = (target: EditorTarget): string => {
  switch (target.kind) {
    case 'lines':
      return target.originalCode;
    case 'passage':
      return target.passage.originalText;
    case 'whole':
    case 'comment':
      return '';
  }
};

/** The same of a comment that is there. */
export const originalOfComment = (comment: Comment): string =>
  ('scope' in comment ? comment.originalCode : comment.originalText) ?? '';

/** What a comment wants in its place. */
export const suggestionOf = (comment: Comment): string | undefined =>
  'scope' in comment ? comment.suggestedCode : comment.suggestedText;
