import { itemsOf, type Item } from './items.ts';
import { itemAtPoint } from './pointed-item.ts';

/** How far apart is looked for text below the top of the window, in pixels. */
const stepPx = 20;

interface FirstPlace {
  readonly blockId: string;
  readonly item: Item | undefined;
}

/** The block, and the item of it, at the top of what is read; undefined where nothing is scrolled. */
export const firstInView = (root: HTMLElement): FirstPlace | undefined => {
  const scroller = root.closest('.content');
  if (scroller === null || scroller.scrollTop === 0) return undefined;
  const view = scroller.getBoundingClientRect();
  const x = view.left + view.width / 2;
  for (let y = view.top + stepPx; y < view.bottom; y += stepPx) {
    const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('.block');
    const text = row?.querySelector('[data-block]');
    const blockId = row?.dataset['blockRow'];
    if (blockId === undefined || text === null || text === undefined) continue;
    const item = itemAtPoint(text, x, y);
    // Between two items the next step finds one.
    if (item !== undefined || itemsOf(text).all.length === 0) return { blockId, item };
  }
  return undefined;
};
