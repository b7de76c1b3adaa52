import { toDomRange } from '../../../ui/dom-range.ts';
import type { Item } from './items.ts';

/** Where an item is shown, without the lists and the code that stand in it; pixels of the window. */
export const boxOf = (item: Item): DOMRect => {
  const shown = shownElementOf(item);
  if (shown !== item.element || item.element.matches('tr, pre'))
    return shown.getBoundingClientRect();
  const { origin, start, end } = item;
  const range = toDomRange(item.element, start - origin, end - origin);
  return (range ?? item.element).getBoundingClientRect();
};

/** Of a diagram that is drawn, its picture, which stands behind the source. */
export const shownElementOf = ({ element }: Item): Element =>
  element.hidden ? (element.nextElementSibling ?? element) : element;
