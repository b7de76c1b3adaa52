import { useVirtualizer, defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { dashboardTexts } from '../../texts/dashboard-texts.ts';
import { useDashboard, useSelect } from '../dashboard.ts';
import type { Row } from '../store/row.ts';
import { visibleRows } from '../store/visible-rows.ts';
import { GridFocus } from './grid-focus.ts';
import { GridHeader } from './grid-header.tsx';
import { SessionRow } from './session-row.tsx';
import { useNow } from './use-now.ts';
import { useRowHeight } from './use-row-height.ts';
import { useSteadyScroll } from './use-steady-scroll.ts';

const headerRows = 1;

/** The sessions as a grid of which only what is in view is in the DOM; one row has the keyboard's place. */
export const SessionGrid = () => {
  const rows = useSelect(visibleRows);
  const activeId = useSelect((state) => state.view.activeId);
  const isLoaded = useSelect((state) => state.sessions.isLoaded);
  const tabbable = Math.max(
    rows.findIndex(({ session }) => session.id === activeId),
    0,
  );
  const scroller = useRef<HTMLDivElement>(null);
  const nowMs = useNow();
  const { virtualizer, rowHeight } = useRowsInView({ rows, tabbable, scroller });
  const noteScroll = useSteadyScroll({ rows, scroller, rowHeight });
  const focus = useGridFocus();
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element !== null) focus.rendered({ rows, tabbable, element, virtualizer });
  });
  return (
    <div
      className="grid"
      role="grid"
      ref={scroller}
      tabIndex={-1}
      aria-label={dashboardTexts().title}
      aria-rowcount={rows.length + headerRows}
      aria-busy={!isLoaded}
      onScroll={noteScroll}
      onFocus={({ target }) => focus.entered(target)}
      onBlur={() => focus.left()}
    >
      <GridHeader />
      <div className="grid-body" role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <SessionRow
              key={row.session.id}
              row={row}
              rowIndex={index + headerRows + 1}
              isTabbable={index === tabbable}
              top={start - rowHeight}
              nowMs={nowMs}
            />
          );
        })}
      </div>
      {rows.length === 0 && <EmptyGrid isLoaded={isLoaded} />}
    </div>
  );
};

interface GridRows {
  readonly rows: readonly Row[];
  readonly tabbable: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** Which rows are rendered: those in view, some around them, and the one that Tab leads to. */
const useRowsInView = ({ rows, tabbable, scroller }: GridRows) => {
  const rowHeight = useRowHeight();
  // It is asked anew in each rendering, and nothing that it gives is kept.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.session.id ?? index,
    overscan: 8,
    scrollMargin: rowHeight,
    scrollPaddingStart: rowHeight,
    rangeExtractor: useCallback(
      (range: Range) =>
        [...new Set([...defaultRangeExtractor(range), tabbable])].sort((a, b) => a - b),
      [tabbable],
    ),
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  return { virtualizer, rowHeight };
};

/** The keyboard's place, which commands move as long as the grid is shown. */
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
