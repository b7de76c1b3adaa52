import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { settle } from '../../../shell/settle.ts';

interface AnchorOptions<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly isAnchor: (item: Item) => boolean;
  readonly viewKey: string;
}

/** A rendered row, in pixels from the top of the list. */
interface Drawn {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

interface Before {
  readonly viewKey: string;
  readonly drawn: readonly Drawn[];
  /** Top of the scroller in the viewport, in pixels. */
  readonly scrollerTop: number | undefined;
}

/**
 * Scroll anchoring: when items come or go, the row under the mouse or with the focus, else the first visible one, keeps
 * its position. If `viewKey` changes, scrolls to the top.
 */
export const useReadingAnchor = <Item>(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  { items, keyOf, isAnchor, viewKey }: AnchorOptions<Item>,
): void => {
  const before = useRef<Before>({ viewKey, drawn: [], scrollerTop: undefined });
  const top = useRef(0);
  useEffect(() => {
    const scroller = virtualizer.scrollElement;
    if (scroller === null) return undefined;
    const note = () => {
      top.current = scroller.scrollTop;
    };
    scroller.addEventListener('scroll', note, { passive: true });
    return () => scroller.removeEventListener('scroll', note);
  }, [virtualizer]);

  useLayoutEffect(() => {
    const scroller = virtualizer.scrollElement;
    if (scroller === null) return undefined;
    if (before.current.viewKey !== viewKey) {
      scroller.scrollTop = 0;
      return undefined;
    }
    const indexes = new Map(items.map((item, index) => [keyOf(item), index]));
    const there = before.current.drawn.filter(
      ({ key, end }) => indexes.has(key) && end > top.current,
    );
    const pointed = scroller.querySelector('li:focus-within, li:hover')?.getAttribute('data-key');
    const anchor = there.find(({ key }) => key === pointed) ?? there[0];
    if (anchor === undefined) return undefined;
    // Content above the list may have grown too, such as filters for new findings.
    const { top: scrollerTop } = scroller.getBoundingClientRect();
    const below =
      anchor.start - top.current - (scrollerTop - (before.current.scrollerTop ?? scrollerTop));
    return settleRow(scroller, {
      key: anchor.key,
      below,
      startOf: () => {
        // Updates positions with recent measurements.
        virtualizer.getTotalSize();
        return virtualizer.measurementsCache[indexes.get(anchor.key) ?? -1]?.start;
      },
    });
    // Only a new list triggers anchoring.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [items, viewKey]);

  useEffect(() => {
    const drawn = virtualizer.getVirtualItems().flatMap(({ index, start, end, key }) => {
      const item = items[index];
      return item !== undefined && isAnchor(item) ? [{ key: String(key), start, end }] : [];
    });
    const scrollerTop = virtualizer.scrollElement?.getBoundingClientRect().top;
    before.current = { viewKey, drawn, scrollerTop };
  });
};

interface SettleOptions {
  readonly key: string;
  /** Distance from the top of the scroller, in pixels. */
  readonly below: number;
  /** Its position in the list as far as known, while the row is not rendered. */
  readonly startOf: () => number | undefined;
}

/**
 * Keeps a row in place while others are measured, until the layout settles or the user scrolls.
 * @returns a cleanup function
 */
const settleRow = (scroller: HTMLElement, { key, below, startOf }: SettleOptions): (() => void) =>
  settle(scroller, () => {
    const row = scroller.querySelector(`li[data-key="${CSS.escape(key)}"]`);
    if (row === null) return (startOf() ?? scroller.scrollTop + below) - below - scroller.scrollTop;
    return row.getBoundingClientRect().top - scroller.getBoundingClientRect().top - below;
  });
