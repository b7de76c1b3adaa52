import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import { formatNumber } from '../../../shell/texts/format.ts';
import { rowStates } from '../../store/row.ts';
import { useDashboard, useSelect } from '../../ui/dashboard.ts';
import { columns, type Column } from '../../store/view-slice.ts';

/** Column headings, which sort the rows. */
export const GridHeader = () => (
  <div className="grid-head" role="rowgroup">
    <div className="grid-row grid-head-row" role="row" aria-rowindex={1}>
      {columns.map((column) => (
        <ColumnHeader key={column} column={column} />
      ))}
      <div role="columnheader">
        <span className="visually-hidden">{dashboardTexts().columns.actions}</span>
      </div>
    </div>
  </div>
);

const ColumnHeader = ({ column }: { readonly column: Column }) => {
  const { store } = useDashboard();
  const sorting = useSelect((state) => state.view.sorting);
  const isSorted = sorting.column === column;
  // Ascending ages mean descending timestamps.
  const direction = sorting.isDescending ? 'descending' : 'ascending';
  return (
    <div role="columnheader" data-column={column} aria-sort={isSorted ? direction : undefined}>
      <button
        type="button"
        className="sort"
        onClick={() => store.dispatch({ type: 'view/sort', column })}
      >
        {dashboardTexts().columns[column]}
        {isSorted && <span aria-hidden="true">{sorting.isDescending ? '↓' : '↑'}</span>}
      </button>
    </div>
  );
};

interface GroupHeadingProps {
  /** A project or agent name (untrusted), or a state. */
  readonly group: string;
  readonly count: number;
  /** 1-based; the header is row 1. */
  readonly rowIndex: number;
  /** Pixels below the header. */
  readonly top: number;
}

/** A group heading with the number of its rows. */
export const GroupHeading = ({ group, count, rowIndex, top }: GroupHeadingProps) => {
  const isState = useSelect((state) => state.view.grouping === 'state');
  const state = isState ? rowStates.find((known) => known === group) : undefined;
  return (
    <div
      className="grid-group"
      role="row"
      aria-rowindex={rowIndex}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell">
        <h2>
          <bdi>{state === undefined ? group : dashboardTexts().states[state]}</bdi>
        </h2>
        <span className="grid-group-count">{formatNumber(count)}</span>
      </div>
    </div>
  );
};
