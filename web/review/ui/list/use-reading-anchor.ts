import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { settle } from '../../../shell/settle.ts';

interface AnchorOptions<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly isAnchor: (item: Item) => boolean;
  readonly viewKey: string;
}

/** A row that is drawn: where it begins and ends in the list, in pixels. */
interface Drawn {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** What was shown before a change. */
interface Before {
  readonly viewKey: string;
  readonly drawn: readonly Drawn[];
  /** Where the list began in the window, in pixels. */
  readonly scrollerTop: number | undefined;
}

/**
 * Keeps what is read in place when items come or go: the row under the mouse or with the focus, else the first one in
 * view, stays where it was. Another list begins at its top.
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
    // What stands above the list may have grown, too: by filters that tell apart what has come.
    const { top: scrollerTop } = scroller.getBoundingClientRect();
    const below =
      anchor.start - top.current - (scrollerTop - (before.current.scrollerTop ?? scrollerTop));
    return settleRow(scroller, {
      key: anchor.key,
      below,
      startOf: () => {
        // Brings the places up to date with what was measured meanwhile.
        virtualizer.getTotalSize();
        return virtualizer.measurementsCache[indexes.get(anchor.key) ?? -1]?.start;
      },
    });
    // Only another list is a reason to look for the row.
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
  /** How far below the top of the scroller it is to be, in pixels. */
  readonly below: number;
  /** Where the list has it, as far as is known; needed as long as the row is not drawn. */
  readonly startOf: () => number | undefined;
}

/**
 * Keeps a row at its distance below the top of the scroller while rows around it are measured for the first time, until
 * it stands still or the reader scrolls. @returns what ends it
 */
const settleRow = (scroller: HTMLElement, { key, below, startOf }: SettleOptions): (() => void) =>
  settle(scroller, () => {
    const row = scroller.querySelector(`li[data-key="${CSS.escape(key)}"]`);
    if (row === null) return (startOf() ?? scroller.scrollTop + below) - below - scroller.scrollTop;
    return row.getBoundingClientRect().top - scroller.getBoundingClientRect().top - below;
  });
