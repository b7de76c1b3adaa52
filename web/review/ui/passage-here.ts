import type { Passage } from '../../../shared/session/editor.ts';
import { blockPassage } from '../store/comments/passage.ts';
import { blocksOf } from '../store/content-slice.ts';
import type { Page } from './page.ts';

/** The selected passage of a document, or the current block; without a cursor, the first visible one. */
export const passageHere = ({ store, viewer }: Page): Passage | undefined => {
  const { passage } = store.getState().selection;
  if (passage !== undefined) return passage;
  viewer.current()?.begin?.();
  const { selection, content } = store.getState();
  const block = blocksOf(content).find(({ id }) => id === selection.currentBlockId);
  return block && blockPassage(block, selection.currentItem);
};
