import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useSelect } from '../../ui/dashboard.ts';
import { itemAt, keyOf, type PlacedItem } from './placed-items.ts';

interface ScrolledItems {
  readonly items: readonly PlacedItem[];
  readonly scroller: RefObject<HTMLDivElement | null>;
}

interface Anchor {
  readonly key: string;
  /** Pixels of it above the viewport. */
  readonly delta: number;
  readonly order: string;
}

/**
 * Scroll anchoring: keeps the first visible item in place when sessions come and go above it. Does nothing at the top
 * of the list, or if order or filter change.
 * @returns a handler for scroll events
 */
export const useSteadyScroll = ({ items, scroller }: ScrolledItems): (() => void) => {
  const order = useSelect(({ view: { query, mode, state, sorting, grouping } }) =>
    [query, mode, state, sorting.column, sorting.isDescending, grouping].join('\n'),
  );
  const anchor = useRef<Anchor | undefined>(undefined);
  const note = () => {
    const top = scroller.current?.scrollTop ?? 0;
    const item = items[itemAt(items, top)];
    anchor.current =
      top === 0 || item === undefined
        ? undefined
        : { key: keyOf(item), delta: top - item.top, order };
  };
  useLayoutEffect(() => {
    const { current: element } = scroller;
    const { current } = anchor;
    if (element !== null && current?.order === order) {
      const item = items.find((one) => keyOf(one) === current.key);
      if (item !== undefined) element.scrollTop = item.top + current.delta;
    }
    note();
    // Only new items trigger anchoring.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [items]);
  return note;
};
