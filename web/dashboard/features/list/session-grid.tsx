import { useVirtualizer, defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
  useSyncExternalStore,
} from 'react';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import type { Row } from '../../store/row.ts';
import { reviewsOf } from '../../store/rounds.ts';
import { visibleRows } from '../../store/visible-rows.ts';
import { useDashboard, useNow, useSelect } from '../../ui/dashboard.ts';
import { GridFocus } from './grid-focus.ts';
import { GridHeader, GroupHeading } from './grid-heads.tsx';
import { itemAt, keyOf, placeItems, type PlacedItem } from './placed-items.ts';
import { SessionRow } from './session-row.tsx';

const headerRows = 1;

/** The sessions as a virtualized grid with a roving tabindex. */
export const SessionGrid = () => {
  const rows = useSelect(visibleRows);
  const activeId = useSelect((state) => state.view.activeId);
  const isLoaded = useSelect((state) => state.sessions.isLoaded);
  const sizes = useItemSizes();
  const items = usePlacedItems(rows, sizes);
  const tabbable = Math.max(
    rows.findIndex(({ session }) => session.id === activeId),
    0,
  );
  const tabbableId = rows[tabbable]?.session.id;
  const scroller = useRef<HTMLDivElement>(null);
  const nowMs = useNow();
  const virtualizer = useItemsInView({ items, tabbableId, scroller, headHeight: sizes.heading });
  const noteScroll = useSteadyScroll({ items, scroller });
  const focus = useGridFocus();
  useLayoutEffect(() => {
    const element = scroller.current;
    const rowHeight = sizes.row;
    if (element !== null)
      focus.rendered({ rows, items, rowHeight, tabbable, element, virtualizer });
  });
  return (
    <div
      className="grid"
      role="grid"
      ref={scroller}
      tabIndex={-1}
      aria-label={dashboardTexts().title}
      aria-rowcount={items.length + headerRows}
      aria-busy={!isLoaded}
      onScroll={noteScroll}
      onFocus={({ target }) => focus.entered(target)}
      onBlur={() => focus.left()}
    >
      <GridHeader />
      <div className="grid-body" role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index }) => {
          const item = items[index];
          if (item === undefined) return null;
          const place = { rowIndex: index + headerRows + 1, top: item.top };
          return item.kind === 'heading' ? (
            <GroupHeading key={keyOf(item)} {...item} {...place} />
          ) : (
            <SessionRow
              key={keyOf(item)}
              row={item.row}
              {...place}
              isTabbable={item.row.session.id === tabbableId}
              nowMs={nowMs}
            />
          );
        })}
      </div>
      {rows.length === 0 && <EmptyGrid isLoaded={isLoaded} />}
    </div>
  );
};

const usePlacedItems = (
  rows: readonly Row[],
  sizes: Parameters<typeof placeItems>[1],
): readonly PlacedItem[] => {
  const grouping = useSelect((state) => state.view.grouping);
  const { latestOf } = useSelect(({ sessions }) => reviewsOf(sessions.rows));
  return useMemo(
    () => placeItems({ rows, grouping, latestOf }, sizes),
    [rows, grouping, latestOf, sizes],
  );
};

interface GridItems {
  readonly items: readonly PlacedItem[];
  readonly tabbableId: string | undefined;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Height of the sticky header. */
  readonly headHeight: number;
}

/** Virtualizes the items; always renders the row in the tab order. */
const useItemsInView = ({ items, tabbableId, scroller, headHeight }: GridItems) => {
  const tabbable = items.findIndex(
    (item) => item.kind === 'row' && item.row.session.id === tabbableId,
  );
  // Nothing from the virtualizer is memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => items[index]?.size ?? 0,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    overscan: 8,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    rangeExtractor: useCallback(
      (range: Range) => {
        const kept = tabbable < 0 ? [] : [tabbable];
        return [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b);
      },
      [tabbable],
    ),
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, items]);
  return virtualizer;
};

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
const useSteadyScroll = ({
  items,
  scroller,
}: Pick<GridItems, 'items' | 'scroller'>): (() => void) => {
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

/** Registers the grid's keyboard cursor while mounted. */
const useGridFocus = (): GridFocus => {
  const { store, grid } = useDashboard();
  const [focus] = useState(() => new GridFocus(store));
  useLayoutEffect(() => grid.put(focus), [grid, focus]);
  return focus;
};

const EmptyGrid = ({ isLoaded }: { readonly isLoaded: boolean }) => {
  const all = useSelect(({ sessions }) => sessions.rows.size);
  const { loading, empty, emptyNote, noneFound } = dashboardTexts();
  const [title, note] = all > 0 ? [noneFound, ''] : isLoaded ? [empty, emptyNote] : [loading, ''];
  return (
    <div className="grid-empty" role="row">
      <div role="gridcell">
        <p>{title}</p>
        <p>{note}</p>
      </div>
    </div>
  );
};

const narrow = matchMedia('(max-width: 52rem)');
const rems = { wide: 2.5, narrow: 4.25, heading: 2 } as const;

const subscribe = (listener: () => void): (() => void) => {
  narrow.addEventListener('change', listener);
  window.addEventListener('resize', listener);
  return () => {
    narrow.removeEventListener('change', listener);
    window.removeEventListener('resize', listener);
  };
};

const pixels = (size: number): number =>
  Math.round(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * size);

const readRow = (): number => pixels(narrow.matches ? rems.narrow : rems.wide);
const readHead = (): number => pixels(rems.heading);

/** Heights of rows and headings in pixels, scaled with the root font size; keep in sync with list.css. */
const useItemSizes = (): { readonly row: number; readonly heading: number } => {
  const row = useSyncExternalStore(subscribe, readRow);
  const heading = useSyncExternalStore(subscribe, readHead);
  return useMemo(() => ({ row, heading }), [row, heading]);
};
