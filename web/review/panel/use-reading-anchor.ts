import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';

interface AnchorOptions<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly isAnchor: (item: Item) => boolean;
  readonly viewKey: string;
}

/** A row in view, and how far its top is below that of the list, in pixels. */
interface Anchor {
  readonly key: string;
  readonly below: number;
}

/**
 * Keeps what is read in place when items come or go above it: the first row in view that is still there stays where
 * it was. Another list begins at its top.
 */
export const useReadingAnchor = <Item>(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  { items, keyOf, isAnchor, viewKey }: AnchorOptions<Item>,
): void => {
  const before = useRef<{ readonly viewKey: string; readonly anchors: readonly Anchor[] }>({
    viewKey,
    anchors: [],
  });
  useLayoutEffect(() => {
    const { current } = before;
    if (current.viewKey !== viewKey) {
      virtualizer.scrollToOffset(0);
      return;
    }
    const wanted = new Map(current.anchors.map(({ key, below }) => [key, below]));
    const found = new Map<string, number>();
    for (const [index, item] of items.entries())
      if (wanted.has(keyOf(item))) found.set(keyOf(item), index);
    const anchor = current.anchors.find(({ key }) => found.has(key));
    if (anchor === undefined) return;
    const start = virtualizer.measurementsCache[found.get(anchor.key) ?? -1]?.start;
    const offset = virtualizer.scrollOffset ?? 0;
    if (start !== undefined && start - anchor.below !== offset)
      virtualizer.scrollToOffset(start - anchor.below);
    // Only another list is a reason to look for the row.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [items, viewKey]);
  useEffect(() => {
    const top = virtualizer.scrollOffset ?? 0;
    const anchors = virtualizer.getVirtualItems().flatMap(({ index, start, end, key }) => {
      const item = items[index];
      if (item === undefined || !isAnchor(item) || end <= top) return [];
      return [{ key: String(key), below: start - top }];
    });
    before.current = { viewKey, anchors };
  });
};
