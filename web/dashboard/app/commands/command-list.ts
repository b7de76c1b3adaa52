import type { Dashboard, Command } from '../../ui/dashboard.ts';
import { openReview } from '../../ui/session-address.ts';
import { toggleNotifications } from '../../features/notifications/notifications.ts';
import { canOpen } from '../../store/row.ts';
import type { State } from '../../store/state.ts';
import { columns, groupings } from '../../store/view-slice.ts';
import { toggleTheme } from '../../store/theme-setting.ts';
import {
  activeClosable,
  activeRow,
  askToClose,
  askToCloseAll,
  closable,
} from '../../features/list/close-sessions.ts';
import { groupRows } from '../../features/list/group-rows.ts';

const isListShown = ({ view }: State): boolean => view.tab === 'reviews';
const always = (): boolean => true;

const searchField = (): HTMLInputElement | null => document.querySelector('#search');

const step =
  (by: (dashboard: Dashboard) => number) =>
  (dashboard: Dashboard): void =>
    dashboard.grid.current()?.step(by(dashboard));

const isFiltered = ({ view }: State): boolean => view.mode !== 'all' || view.state !== 'all';

const closeLayer = ({ store }: Dashboard): void => {
  const { view } = store.getState();
  if (view.dialog !== undefined) store.dispatch({ type: 'view/dialog', dialog: undefined });
  else if (view.query !== '') store.dispatch({ type: 'view/filter', change: { query: '' } });
  else store.dispatch({ type: 'view/filter', change: { mode: 'all', state: 'all' } });
};

const listCommands: readonly Command[] = [
  { id: 'dashboard.next', keys: ['j'], canRun: isListShown, run: step(() => 1) },
  { id: 'dashboard.previous', keys: ['k'], canRun: isListShown, run: step(() => -1) },
  {
    id: 'dashboard.down',
    keys: ['ArrowDown'],
    place: 'grid',
    canRun: isListShown,
    run: step(() => 1),
  },
  {
    id: 'dashboard.up',
    keys: ['ArrowUp'],
    place: 'grid',
    canRun: isListShown,
    run: step(() => -1),
  },
  {
    id: 'dashboard.page-down',
    keys: ['PageDown'],
    place: 'grid',
    canRun: isListShown,
    run: step(({ grid }) => grid.current()?.rowsInView() ?? 1),
  },
  {
    id: 'dashboard.page-up',
    keys: ['PageUp'],
    place: 'grid',
    canRun: isListShown,
    run: step(({ grid }) => -(grid.current()?.rowsInView() ?? 1)),
  },
  {
    id: 'dashboard.first',
    keys: ['Home'],
    place: 'grid',
    canRun: isListShown,
    run: ({ grid }) => grid.current()?.leap('first'),
  },
  {
    id: 'dashboard.last',
    keys: ['End'],
    place: 'grid',
    canRun: isListShown,
    run: ({ grid }) => grid.current()?.leap('last'),
  },
  {
    id: 'dashboard.open',
    keys: ['Enter'],
    place: 'grid',
    canRun: (state) => {
      const row = activeRow(state);
      return isListShown(state) && row !== undefined && canOpen(row);
    },
    run: ({ store }) => {
      const state = store.getState();
      const row = activeRow(state);
      if (row !== undefined) openReview(row, state);
    },
  },
  {
    id: 'dashboard.close',
    keys: ['Delete'],
    place: 'grid',
    canRun: (state) => isListShown(state) && activeClosable(state) !== undefined,
    run: (dashboard) => {
      const row = activeClosable(dashboard.store.getState());
      if (row !== undefined) askToClose(dashboard, row.session.id);
    },
  },
  {
    id: 'dashboard.sort',
    keys: ['s'],
    canRun: isListShown,
    run: ({ store }) => {
      const at = columns.indexOf(store.getState().view.sorting.column);
      const column = columns[(at + 1) % columns.length] ?? 'age';
      store.dispatch({ type: 'view/sort', column });
    },
  },
  {
    id: 'dashboard.sort-reverse',
    keys: ['Shift+S'],
    canRun: isListShown,
    run: ({ store }) =>
      store.dispatch({ type: 'view/sort', column: store.getState().view.sorting.column }),
  },
  {
    id: 'dashboard.group',
    keys: ['g'],
    canRun: isListShown,
    run: (dashboard) => {
      const at = groupings.indexOf(dashboard.store.getState().view.grouping);
      groupRows(dashboard, groupings[(at + 1) % groupings.length] ?? 'none');
    },
  },
  {
    id: 'dashboard.close-all',
    keys: ['Shift+Delete'],
    canRun: (state) => isListShown(state) && closable(state).length > 0,
    run: askToCloseAll,
  },
];

const dialogCommand = (id: Command['id'], key: string, kind: 'help' | 'palette'): Command => ({
  id,
  keys: [key],
  isModal: true,
  canRun: ({ view }) => view.dialog === undefined || view.dialog.kind === kind,
  run: ({ store }) => {
    const isOpen = store.getState().view.dialog !== undefined;
    store.dispatch({ type: 'view/dialog', dialog: isOpen ? undefined : { kind } });
  },
});

/** All commands. If keys collide, the first one that can run wins. */
export const commands: readonly Command[] = [
  {
    id: 'dashboard.search',
    keys: ['/'],
    canRun: isListShown,
    run: () => {
      searchField()?.focus();
      searchField()?.select();
    },
  },
  {
    id: 'dashboard.to-list',
    keys: ['ArrowDown'],
    place: 'search',
    canRun: isListShown,
    run: step(() => 0),
  },
  ...listCommands,
  {
    id: 'dashboard.tab',
    keys: ['o'],
    canRun: always,
    run: ({ store }) =>
      store.dispatch({
        type: 'view/tab',
        tab: isListShown(store.getState()) ? 'operators' : 'reviews',
      }),
  },
  { id: 'dashboard.notify', keys: [], canRun: always, run: toggleNotifications },
  { id: 'dashboard.theme', keys: [], canRun: always, run: toggleTheme },
  dialogCommand('dashboard.palette', 'Mod+k', 'palette'),
  dialogCommand('dashboard.help', '?', 'help'),
  {
    id: 'dashboard.close-layer',
    keys: ['Escape'],
    isModal: true,
    canRun: (state) =>
      state.view.dialog !== undefined || state.view.query !== '' || isFiltered(state),
    run: closeLayer,
  },
];
