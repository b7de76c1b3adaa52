import type { Annotation } from '../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../shared/annotations/comment.ts';

/** What can be taken back. */
export type Undo =
  | { readonly kind: 'comment'; readonly comment: Comment; readonly index: number }
  | { readonly kind: 'finding'; readonly finding: Annotation };

/** A short message that goes by itself. */
export interface Notice {
  readonly id: string;
  readonly text: string;
  readonly undo?: Undo;
}

/** The one that is shown; a newer one takes its place. */
export type NoticesSlice = Notice | undefined;

export type NoticesAction =
  | { readonly type: 'notices/shown'; readonly notice: Notice }
  | { readonly type: 'notices/gone'; readonly id: string };

export const initialNotices: NoticesSlice = undefined;

export const reduceNotices = (slice: NoticesSlice, action: NoticesAction): NoticesSlice => {
  switch (action.type) {
    case 'notices/shown':
      return action.notice;
    case 'notices/gone':
      return slice?.id === action.id ? undefined : slice;
  }
};
