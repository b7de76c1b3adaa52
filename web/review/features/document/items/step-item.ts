import type { TextRange } from '../../../store/selection-slice.ts';
import { itemAt, itemsOf, type Item } from './items.ts';

/** The next item of a block after the one that the keyboard is at, or before it; undefined where the block ends. */
export const nextItem = (
  block: Element,
  current: TextRange | undefined,
  direction: 1 | -1,
): Item | undefined => {
  const items = itemsOf(block);
  if (current === undefined) return undefined;
  const at = itemAt(items, current.start);
  return at === undefined ? undefined : items.all[items.all.indexOf(at) + direction];
};

/** The item at which a block is entered; undefined where it has none. */
export const firstItem = (block: Element, direction: 1 | -1): Item | undefined =>
  itemsOf(block).all.at(direction > 0 ? 0 : -1);
