import type { Mode } from '../../../../shared/session/mode.ts';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import { formatNumber } from '../../../shell/texts/format.ts';
import { rowStates, stateOf, type Row } from '../../store/row.ts';
import { useDashboard, useSelect } from '../../ui/dashboard.ts';

/** Filters by state and kind; only values in use, if there are several. */
export const FilterChips = () => {
  const { store } = useDashboard();
  const rows = useSelect(({ sessions }) => sessions.rows);
  const { mode, state } = useSelect(({ view }) => view);
  const { filters, modes: modeNames, states } = dashboardTexts();
  return (
    <>
      <Chips
        label={filters.state}
        names={states}
        counts={countBy(rows, rowStates, stateOf)}
        chosen={state}
        onChoose={(chosen) => store.dispatch({ type: 'view/filter', change: { state: chosen } })}
      />
      <Chips
        label={filters.mode}
        names={modeNames}
        counts={countBy(rows, modes, ({ session }) => session.mode)}
        chosen={mode}
        onChoose={(chosen) => store.dispatch({ type: 'view/filter', change: { mode: chosen } })}
      />
    </>
  );
};

/** Numbers of rows by value, in the order of `values`. */
const countBy = <Value extends string>(
  rows: ReadonlyMap<string, Row>,
  values: readonly Value[],
  valueOf: (row: Row) => Value,
): readonly (readonly [Value, number])[] => {
  const counts = new Map<Value, number>(values.map((value) => [value, 0]));
  for (const row of rows.values()) {
    const value = valueOf(row);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts];
};

interface ChipsProps<Value extends string> {
  readonly label: string;
  readonly names: Readonly<Record<Value, string>>;
  readonly counts: readonly (readonly [Value, number])[];
  readonly chosen: Value | 'all';
  readonly onChoose: (value: Value | 'all') => void;
}

const Chips = <Value extends string>({
  label,
  names,
  counts,
  chosen,
  onChoose,
}: ChipsProps<Value>) => {
  // Keep the selected value, even if it has no rows left, so that it can be reset.
  const offered = counts.filter(([value, count]) => count > 0 || value === chosen);
  if (offered.length < 2 && chosen === 'all') return null;
  return (
    <div className="chips" role="group" aria-label={label}>
      {offered.map(([value, count]) => (
        <button
          key={value}
          type="button"
          className="chip"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value === chosen ? 'all' : value)}
        >
          {names[value]} <span className="chip-count">{formatNumber(count)}</span>
        </button>
      ))}
    </div>
  );
};

/** All modes in display order. */
const modes: readonly Mode[] = ['plan', 'document', 'review'];
