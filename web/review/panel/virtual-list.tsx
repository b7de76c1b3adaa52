import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';

interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly label: string;
  readonly render: (item: Item) => ReactNode;
  /** The item to keep in view. */
  readonly activeKey: string | undefined;
}

const estimateHeight = () => 104;

/** A list of any length of which only what is in view is in the DOM. What is read stays in place when items come. */
export const VirtualList = <Item,>({
  items,
  keyOf,
  label,
  render,
  activeKey,
}: VirtualListProps<Item>) => {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: estimateHeight,
    getItemKey: (index) => keyOf(items[index] as Item),
    overscan: 6,
  });
  const rows = virtualizer.getVirtualItems();

  // The first row in view before the change, and how far it is scrolled, to be found again after it.
  const anchor = useRef<{ key: string; delta: number } | undefined>(undefined);
  useLayoutEffect(() => {
    const { current } = anchor;
    if (current === undefined || current.delta === 0) return;
    const index = items.findIndex((item) => keyOf(item) === current.key);
    const start = virtualizer.measurementsCache[index]?.start;
    if (start !== undefined) virtualizer.scrollToOffset(start + current.delta);
    // Only another list is a reason to look for the row.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [items]);
  useEffect(() => {
    const top = virtualizer.scrollOffset ?? 0;
    const row = rows.find(({ end }) => end > top);
    anchor.current =
      row === undefined || top === 0 ? undefined : { key: String(row.key), delta: top - row.start };
  });

  useEffect(() => {
    const index = items.findIndex((item) => keyOf(item) === activeKey);
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' });
    // Items that come must not pull the list back to the active one.
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
