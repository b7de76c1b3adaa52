import { Button } from '../../common/button.tsx';
import { modes as allModes } from './mode-names.ts';
import { dashboardTexts } from '../../texts/dashboard-texts.ts';
import { askToCloseAll, closable } from '../commands/close-sessions.ts';
import { useDashboard, useSelect } from '../dashboard.ts';
import { rowStates, type RowState } from '../store/row.ts';
import { visibleRows } from '../store/visible-rows.ts';
import { SessionGrid } from './session-grid.tsx';
import './list.css';

/** All sessions, with what finds and filters them. */
export const ListView = () => (
  <div className="list-view">
    <Toolbar />
    <SessionGrid />
  </div>
);

const Toolbar = () => {
  const { store } = useDashboard();
  const { query, mode, state } = useSelect(({ view }) => view);
  const shown = useSelect((whole) => visibleRows(whole).length);
  const all = useSelect(({ sessions }) => sessions.rows.size);
  const { filters, search, modes, states, shown: countText } = dashboardTexts();
  return (
    <div className="list-toolbar" role="search">
      <h1 className="visually-hidden">{dashboardTexts().title}</h1>
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
      <Choice
        label={filters.mode}
        value={mode}
        options={[['all', filters.allModes], ...allModes.map((m) => [m, modes[m]] as const)]}
        onChoose={(chosen) => store.dispatch({ type: 'view/filter', change: { mode: chosen } })}
      />
      <Choice
        label={filters.state}
        value={state}
        options={[
          ['all', filters.allStates],
          ...rowStates.map((s: RowState) => [s, states[s]] as const),
        ]}
        onChoose={(chosen) => store.dispatch({ type: 'view/filter', change: { state: chosen } })}
      />
      <p className="list-count">{countText(shown, all)}</p>
      <CloseAll />
    </div>
  );
};

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChoose: (value: Value) => void;
}

const Choice = <Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) => (
  <select
    className="choice"
    aria-label={label}
    value={value}
    data-set={value === 'all' ? undefined : ''}
    onChange={({ target }) => onChoose(target.value as Value)}
  >
    {options.map(([option, name]) => (
      <option key={option} value={option}>
        {name}
      </option>
    ))}
  </select>
);

/** Stays where it is when there is nothing to close: who has the keyboard on it keeps it. */
const CloseAll = () => {
  const dashboard = useDashboard();
  const count = useSelect((state) => closable(state).length);
  const { closeAll, closeAllLabel, closeNone } = dashboardTexts();
  return (
    <Button
      aria-disabled={count === 0}
      title={count === 0 ? closeNone : closeAllLabel(count)}
      onClick={() => askToCloseAll(dashboard)}
    >
      {closeAll(count)}
    </Button>
  );
};
