import { toDomRange } from '../../../shell/dom-range.ts';
import { unfold } from './unfold.ts';

/** Scrolls a range of a block's text into view, unless it is. */
export const scrollToText = (row: Element, start: number, end = start + 1): void => {
  const text = row.querySelector('[data-block]');
  const range = text === null ? undefined : toDomRange(text, start, end);
  unfold(range?.startContainer);
  scrollIntoReach(row, range?.getBoundingClientRect());
};

/** Scrolls a place to the upper third of the viewport, unless it is well in view. */
const scrollIntoReach = (row: Element, range: DOMRect | undefined): void => {
  const rect = range === undefined || range.height === 0 ? row.getBoundingClientRect() : range;
  const scroller = row.closest('.content');
  if (scroller === null) return;
  const view = scroller.getBoundingClientRect();
  if (rect.top > view.top + 40 && rect.bottom < view.bottom - 80) return;
  scroller.scrollTop += rect.top - view.top - view.height / 3;
};
