import type { Comment } from '../../../shared/annotations/comment.ts';
import type { DraftEditor, EditorTarget } from '../../../shared/session/editor.ts';

/** An open editor: a comment that is not saved yet. */
export type Editor = Readonly<DraftEditor> & {
  /** The original code or text; empty if there is none to replace. */
  readonly original: string;
};

export type EditorsSlice = readonly Editor[];

type Content = Pick<Editor, 'text' | 'kind' | 'suggestion' | 'attachments'>;

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

/** Whether closing the editor would lose text or images. */
export const hasWords = (editor: Editor): boolean =>
  editor.text.trim() !== '' ||
  replacementOf(editor) !== undefined ||
  (editor.attachments?.length ?? 0) > 0;

/** The suggested replacement; undefined if it equals the original. */
export const replacementOf = ({ suggestion, original }: Editor): string | undefined =>
  suggestion === original ? undefined : suggestion;

/** The original code or text of a target. */
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

/** The same for an existing comment. */
export const originalOfComment = (comment: Comment): string =>
  ('scope' in comment ? comment.originalCode : comment.originalText) ?? '';

/** The suggested replacement of a comment. */
export const suggestionOf = (comment: Comment): string | undefined =>
  'scope' in comment ? comment.suggestedCode : comment.suggestedText;
