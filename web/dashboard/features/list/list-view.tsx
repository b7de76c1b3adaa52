import type { Mode } from '../../../../shared/session/mode.ts';
import { Button } from '../../../shell/button.tsx';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import { formatNumber } from '../../../shell/texts/format.ts';
import { rowStates, stateOf, type Row } from '../../store/row.ts';
import { askToCloseAll, closable } from './close-sessions.ts';
import { groupRows } from '../../store/stored-choices.ts';
import { useDashboard, useSelect } from '../../ui/dashboard.ts';
import { groupings, isGrouping } from '../../store/view-slice.ts';
import { reviewsOf } from '../../store/rounds.ts';
import { visibleReviews } from '../../store/visible-rows.ts';
import { SessionGrid } from './session-grid.tsx';
import './list.css';

/** The list of sessions with search, filters and grouping. */
export const ListView = () => (
  <div className="list-view">
    <Toolbar />
    <SessionGrid />
  </div>
);

const Toolbar = () => {
  const shown = useSelect((whole) => visibleReviews(whole).length);
  const all = useSelect(({ sessions }) => reviewsOf(sessions.rows).latest.length);
  const { title, shown: countText } = dashboardTexts();
  return (
    <div className="list-toolbar" role="search">
      <h1 className="visually-hidden">{title}</h1>
      <SearchField />
      <FilterChips />
      <p className="list-count">{countText(shown, all)}</p>
      <GroupChoice />
      <CloseAll />
    </div>
  );
};

const SearchField = () => {
  const { store } = useDashboard();
  const query = useSelect(({ view }) => view.query);
  const { search } = dashboardTexts();
  return (
    <input
      id="search"
      type="search"
      className="search"
      placeholder={search}
      aria-label={search}
      aria-keyshortcuts="/"
      autoComplete="off"
      spellCheck={false}
      value={query}
      onChange={({ target }) =>
        store.dispatch({ type: 'view/filter', change: { query: target.value } })
      }
    />
  );
};

const modes: readonly Mode[] = ['plan', 'document', 'review'];

/** Filters by state and kind; only values in use, if there are several. */
const FilterChips = () => {
  const { store } = useDashboard();
  const reviews = useSelect(({ sessions }) => reviewsOf(sessions.rows).latest);
  const { mode, state } = useSelect(({ view }) => view);
  const { filters, modes: modeNames, states } = dashboardTexts();
  return (
    <>
      <Chips
        label={filters.state}
        names={states}
        counts={countBy(reviews, rowStates, stateOf)}
        chosen={state}
        onChoose={(chosen) => store.dispatch({ type: 'view/filter', change: { state: chosen } })}
      />
      <Chips
        label={filters.mode}
        names={modeNames}
        counts={countBy(reviews, modes, ({ session }) => session.mode)}
        chosen={mode}
        onChoose={(chosen) => store.dispatch({ type: 'view/filter', change: { mode: chosen } })}
      />
    </>
  );
};

/** Numbers of rows by value, in the order of `values`. */
const countBy = <Value extends string>(
  rows: readonly Row[],
  values: readonly Value[],
  valueOf: (row: Row) => Value,
): readonly (readonly [Value, number])[] => {
  const counts = new Map<Value, number>(values.map((value) => [value, 0]));
  for (const row of rows) {
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

const GroupChoice = () => {
  const dashboard = useDashboard();
  const grouping = useSelect(({ view }) => view.grouping);
  const { label, names } = dashboardTexts().grouping;
  return (
    <select
      className="choice"
      aria-label={label}
      aria-keyshortcuts="g"
      value={grouping}
      onChange={({ target: { value } }) => {
        if (isGrouping(value)) groupRows(dashboard, value);
      }}
    >
      {groupings.map((name) => (
        <option key={name} value={name}>
          {names[name]}
        </option>
      ))}
    </select>
  );
};

/** Stays focusable if there is nothing to close, to keep the focus. */
const CloseAll = () => {
  const dashboard = useDashboard();
  const count = useSelect((state) => closable(state).length);
  const { closeAll, closeAllLabel, closeNone } = dashboardTexts();
  return (
    <Button
      tone="plain"
      aria-disabled={count === 0}
      title={count === 0 ? closeNone : closeAllLabel(count)}
      onClick={() => askToCloseAll(dashboard)}
    >
      {closeAll(count)}
    </Button>
  );
};
