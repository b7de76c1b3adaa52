import type { Comment } from '../../../shared/annotations/comment.ts';

/** The user's comments, in order of creation. */
export type CommentsSlice = readonly Comment[];

export type CommentsAction =
  /** At `index` to restore a removed comment. */
  | { readonly type: 'comments/added'; readonly comment: Comment; readonly index?: number }
  | { readonly type: 'comments/changed'; readonly comment: Comment }
  | { readonly type: 'comments/removed'; readonly id: string }
  /** Bulk variants. */
  | {
      readonly type: 'comments/manyAdded';
      readonly comments: readonly Comment[];
      readonly index: number;
    }
  | { readonly type: 'comments/manyRemoved'; readonly ids: ReadonlySet<string> }
  | { readonly type: 'comments/replaced'; readonly comments: readonly Comment[] };

export const initialComments: CommentsSlice = [];

export const reduceComments = (slice: CommentsSlice, action: CommentsAction): CommentsSlice => {
  switch (action.type) {
    case 'comments/added':
      return slice.some(({ id }) => id === action.comment.id)
        ? slice
        : slice.toSpliced(action.index ?? slice.length, 0, action.comment);
    case 'comments/changed':
      return slice.map((comment) => (comment.id === action.comment.id ? action.comment : comment));
    case 'comments/removed':
      return slice.filter(({ id }) => id !== action.id);
    case 'comments/manyAdded': {
      const known = new Set(slice.map(({ id }) => id));
      const added = action.comments.filter(({ id }) => !known.has(id));
      return [...slice.slice(0, action.index), ...added, ...slice.slice(action.index)];
    }
    case 'comments/manyRemoved':
      return slice.filter(({ id }) => !action.ids.has(id));
    case 'comments/replaced':
      return action.comments;
  }
};
