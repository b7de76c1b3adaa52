import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useSelect } from '../dashboard.ts';
import type { Row } from '../store/row.ts';

interface ScrolledRows {
  readonly rows: readonly Row[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rowHeight: number;
}

interface Anchor {
  readonly id: string;
  /** Pixels of it that are scrolled out of view. */
  readonly delta: number;
  readonly order: string;
}

/**
 * Keeps the first row in view where it is when sessions come and go above it. At the top of the list, and in another
 * order or filter, there is nothing to keep. @returns what to call when the list was scrolled
 */
export const useSteadyScroll = ({ rows, scroller, rowHeight }: ScrolledRows): (() => void) => {
  const order = useSelect(({ view: { query, mode, state, sorting } }) =>
    [query, mode, state, sorting.column, sorting.isDescending].join('\n'),
  );
  const anchor = useRef<Anchor | undefined>(undefined);
  const note = () => {
    const top = scroller.current?.scrollTop ?? 0;
    const id = rows[Math.floor(top / rowHeight)]?.session.id;
    anchor.current =
      top === 0 || id === undefined ? undefined : { id, delta: top % rowHeight, order };
  };
  useLayoutEffect(() => {
    const { current: element } = scroller;
    const { current } = anchor;
    if (element !== null && current?.order === order) {
      const index = rows.findIndex(({ session }) => session.id === current.id);
      if (index >= 0) element.scrollTop = index * rowHeight + current.delta;
    }
    note();
    // Only other rows are a reason to look for the one that was read.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows]);
  return note;
};
