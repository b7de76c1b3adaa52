import { blocksOf } from '../../store/content-slice.ts';
import type { Page } from '../page.ts';

/** To the next or previous block of a document that has changed since the last round. */
export const stepChange = ({ store, viewer }: Page, by: 1 | -1): void => {
  const { panel, content, selection } = store.getState();
  const blocks = blocksOf(content);
  const here = blocks.findIndex(({ id }) => id === selection.currentBlockId);
  const changed = blocks.flatMap(({ id }, index) =>
    panel.round?.blocks.has(id) === true ? [{ id, index }] : [],
  );
  const next =
    by > 0
      ? changed.find(({ index }) => index > here)
      : changed.findLast(({ index }) => index < here);
  if (next !== undefined) viewer.current()?.goToBlock?.(next.id);
};

/** To the next comment of an earlier round in their list, and to its place; from the last one to the first. */
export const stepComment = ({ store }: Page): void => {
  if (store.getState().panel.round?.hasDetails === false)
    store.dispatch({ type: 'panel/round', change: { hasDetails: true } });
  // The list is rendered in the next frame.
  requestAnimationFrame(() => {
    const comments = [...document.querySelectorAll<HTMLElement>('[data-earlier]')];
    const here = comments.findIndex((comment) => comment.contains(document.activeElement));
    comments[(here + 1) % comments.length]?.focus();
  });
};
