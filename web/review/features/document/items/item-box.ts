import { toDomRange } from '../../../ui/dom-range.ts';
import type { Item } from './items.ts';

/** The bounding box of an item without nested lists and code, in viewport pixels. */
export const boxOf = (item: Item): DOMRect => {
  const shown = shownElementOf(item);
  if (shown !== item.element || item.element.matches('tr, pre'))
    return shown.getBoundingClientRect();
  const { origin, start, end } = item;
  const range = toDomRange(item.element, start - origin, end - origin);
  return (range ?? item.element).getBoundingClientRect();
};

/** For a drawn diagram, the image that follows the source. */
export const shownElementOf = ({ element }: Item): Element =>
  element.hidden ? (element.nextElementSibling ?? element) : element;
