import { Button } from '../../../shell/button.tsx';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import { askToCloseAll, closable } from './close-sessions.ts';
import { groupRows } from '../../store/stored-choices.ts';
import { useDashboard, useSelect } from '../../ui/dashboard.ts';
import { groupings, isGrouping } from '../../store/view-slice.ts';
import { visibleRows } from '../../store/visible-rows.ts';
import { FilterChips } from './filter-chips.tsx';
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
  const shown = useSelect((whole) => visibleRows(whole).length);
  const all = useSelect(({ sessions }) => sessions.rows.size);
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
