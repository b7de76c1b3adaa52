import type { CommentTarget } from '../diff/types.ts';

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
  readonly file?: string;
}

/** What is being written on: a passage, lines or a file of a code change, the whole, or a comment that is there. */
export type EditorTarget =
  | { readonly kind: 'passage'; readonly passage: Passage }
  | { readonly kind: 'lines'; readonly target: CommentTarget; readonly originalCode: string }
  | { readonly kind: 'whole' }
  | { readonly kind: 'comment'; readonly commentId: string };

export type ReviewKind = 'comment' | 'suggestion' | 'concern';

/** An editor that is open: text that is no comment yet. */
export interface Editor {
  /** Unique among the open ones. */
  readonly key: string;
  readonly target: EditorTarget;
  readonly text: string;
  /** In reviews, what kind of remark it will be. */
  readonly reviewKind: ReviewKind;
  readonly suggestedCode: string | undefined;
}

export type EditorsSlice = readonly Editor[];

type Content = Pick<Editor, 'text' | 'reviewKind' | 'suggestedCode'>;

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
export const hasWords = ({ text, suggestedCode, target }: Editor): boolean =>
  text.trim() !== '' ||
  (suggestedCode !== undefined &&
    suggestedCode !== (target.kind === 'lines' ? target.originalCode : ''));
