import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';
import { useReadingAnchor } from './use-reading-anchor.ts';

interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** Whether an item is content rather than a heading. */
  readonly isAnchor: (item: Item) => boolean;
  /** Whether an item stays mounted outside of the viewport. Default: none. */
  readonly isKept?: (item: Item) => boolean;
  /** Estimated height in pixels. */
  readonly heightOf: (item: Item) => number;
  /** Changes with a new list, which scrolls to the top. */
  readonly viewKey: string;
  readonly label: string;
  readonly render: (item: Item) => ReactNode;
  /** The item to keep in view. */
  readonly activeKey: string | undefined;
}

/** A virtualized list with scroll anchoring. */
export const VirtualList = <Item,>({
  items,
  keyOf,
  isAnchor,
  isKept,
  heightOf,
  viewKey,
  label,
  render,
  activeKey,
}: VirtualListProps<Item>) => {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(items[index] as Item),
    getItemKey: (index) => keyOf(items[index] as Item),
    overscan: 6,
    rangeExtractor: (range) => withKept(range, items, isKept),
  });
  const rows = virtualizer.getVirtualItems();
  useReadingAnchor(virtualizer, { items, keyOf, isAnchor, viewKey });

  useEffect(() => {
    const index = items.findIndex((item) => keyOf(item) === activeKey);
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' });
    // New items must not scroll back to the active one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [activeKey]);

  return (
    <div className="virtual-list" ref={scroller} tabIndex={0} role="group" aria-label={label}>
      <ol style={{ height: virtualizer.getTotalSize() }}>
        {rows.map((row) => {
          const item = items[row.index];
          return item === undefined ? null : (
            <li
              key={row.key}
              data-index={row.index}
              data-key={row.key}
              ref={virtualizer.measureElement}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {render(item)}
            </li>
          );
        })}
      </ol>
    </div>
  );
};

const withKept = <Item,>(
  range: Range,
  items: readonly Item[],
  isKept: ((item: Item) => boolean) | undefined,
): number[] => {
  const shown = defaultRangeExtractor(range);
  if (isKept === undefined) return shown;
  const kept = items.flatMap((item, index) => (isKept(item) ? [index] : []));
  return [...new Set([...shown, ...kept])].toSorted((a, b) => a - b);
};
