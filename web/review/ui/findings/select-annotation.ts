import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../../shared/annotations/comment.ts';
import { isPlacedComment } from '../../store/comments/comment-place.ts';
import type { Page } from '../page.ts';
import type { State } from '../../store/state.ts';

/** Selects a finding or comment and scrolls to it; expands findings. Without a place, opens the panel. */
export const selectAnnotation = ({ store, viewer }: Page, next: Annotation | Comment): void => {
  const state = store.getState();
  const { activeId } = state.selection;
  const isFinding = 'source' in next;
  store.dispatch(
    // Collapse the previously selected finding.
    ...(activeId === undefined || activeId === next.id
      ? []
      : [{ type: 'selection/findingOpened', id: activeId, isOpen: false } as const]),
    ...(isFinding ? [{ type: 'selection/findingOpened', id: next.id, isOpen: true } as const] : []),
    { type: 'selection/active', id: next.id },
    {
      type: isShown(state, next) ? 'panel/tab' : 'panel/shown',
      tab: isFinding ? 'findings' : 'comments',
    },
  );
  viewer.current()?.reveal(next);
};

/** Whether the content shows it in place. */
const isShown = ({ content }: State, item: Annotation | Comment): boolean => {
  if (!('placement' in item)) return isPlacedComment(item, content);
  return 'scope' in item ? item.placement === 'in-diff' : item.blockId !== undefined;
};
