import { useMemo } from 'react';
import type { Comment } from '../../../shared/annotations/comment.ts';
import { isWritten, writtenComments } from '../store/comments/written-comments.ts';
import { usePage, useSelect } from './page.ts';

/** The comments, with those that are written but not added yet; the same list while only their words change. */
export const useAllComments = (): readonly Comment[] => {
  const { store } = usePage();
  const comments = useSelect((state) => state.comments);
  const places = useSelect(({ editors }) =>
    JSON.stringify(editors.filter(isWritten).map(({ target }) => target)),
  );
  return useMemo(
    () => [...comments, ...writtenComments(store.getState())],
    // oxlint-disable-next-line react/exhaustive-deps
    [comments, places, store],
  );
};
