import type { Dashboard, Command } from '../../ui/dashboard.ts';
import { openReview } from '../../ui/session-address.ts';
import { toggleNotifications } from '../../features/notifications/notifications.ts';
import { canOpen } from '../../store/row.ts';
import type { State } from '../../store/state.ts';
import { columns, groupings } from '../../store/view-slice.ts';
import { groupRows, toggleTheme } from '../../store/stored-choices.ts';
import {
  activeClosable,
  activeRow,
  askToClose,
  askToCloseAll,
  closable,
} from '../../features/list/close-sessions.ts';
import { activeRounds, showActiveRounds } from '../../features/list/show-rounds.ts';

const isListShown = ({ view }: State): boolean => view.tab === 'reviews';

const step =
  (by: number) =>
  ({ grid }: Dashboard): void =>
    grid.current()?.step(by);

const stepPage =
  (direction: 1 | -1) =>
  ({ grid }: Dashboard): void => {
    const shown = grid.current();
    shown?.step(direction * shown.rowsInView());
  };

/** The next item, after the last one the first. */
const after = <Item>(items: readonly Item[], item: Item): Item =>
  items[(items.indexOf(item) + 1) % items.length] ?? item;

/** A command that runs only while the list is shown. */
const ofList = ({
  canRun = () => true,
  ...command
}: Omit<Command, 'canRun'> & Partial<Pick<Command, 'canRun'>>): Command => ({
  ...command,
  canRun: (state) => isListShown(state) && canRun(state),
});

/** The same for a key that is pressed in the grid. */
const inGrid = (id: Command['id'], key: string, run: Command['run']): Command =>
  ofList({ id, keys: [key], place: 'grid', run });

const listCommands: readonly Command[] = [
  ofList({
    id: 'dashboard.search',
    keys: ['/'],
    run: () => {
      const field = document.querySelector<HTMLInputElement>('#search');
      field?.focus();
      field?.select();
    },
  }),
  ofList({ id: 'dashboard.to-list', keys: ['ArrowDown'], place: 'search', run: step(0) }),
  ofList({ id: 'dashboard.next', keys: ['j'], run: step(1) }),
  ofList({ id: 'dashboard.previous', keys: ['k'], run: step(-1) }),
  inGrid('dashboard.down', 'ArrowDown', step(1)),
  inGrid('dashboard.up', 'ArrowUp', step(-1)),
  inGrid('dashboard.page-down', 'PageDown', stepPage(1)),
  inGrid('dashboard.page-up', 'PageUp', stepPage(-1)),
  inGrid('dashboard.first', 'Home', ({ grid }) => grid.current()?.leap('first')),
  inGrid('dashboard.last', 'End', ({ grid }) => grid.current()?.leap('last')),
  ofList({
    id: 'dashboard.open',
    keys: ['Enter'],
    place: 'grid',
    canRun: (state) => {
      const row = activeRow(state);
      return row !== undefined && canOpen(row);
    },
    run: ({ store }) => {
      const state = store.getState();
      const row = activeRow(state);
      if (row !== undefined) openReview(row, state);
    },
  }),
  ofList({
    id: 'dashboard.close',
    keys: ['Delete'],
    place: 'grid',
    canRun: (state) => activeClosable(state) !== undefined,
    run: (dashboard) => {
      const row = activeClosable(dashboard.store.getState());
      if (row !== undefined) askToClose(dashboard, row.session.id);
    },
  }),
  ofList({
    id: 'dashboard.expand',
    keys: ['ArrowRight'],
    place: 'grid',
    canRun: (state) => activeRounds(state, false) !== undefined,
    run: (dashboard) => showActiveRounds(dashboard, true),
  }),
  ofList({
    id: 'dashboard.collapse',
    keys: ['ArrowLeft'],
    place: 'grid',
    canRun: (state) => activeRounds(state, true) !== undefined,
    run: (dashboard) => showActiveRounds(dashboard, false),
  }),
  ofList({
    id: 'dashboard.sort',
    keys: ['s'],
    run: ({ store }) => {
      const column = after(columns, store.getState().view.sorting.column);
      store.dispatch({ type: 'view/sort', column });
    },
  }),
  ofList({
    id: 'dashboard.sort-reverse',
    keys: ['Shift+S'],
    run: ({ store }) =>
      store.dispatch({ type: 'view/sort', column: store.getState().view.sorting.column }),
  }),
  ofList({
    id: 'dashboard.group',
    keys: ['g'],
    run: (dashboard) =>
      groupRows(dashboard, after(groupings, dashboard.store.getState().view.grouping)),
  }),
  ofList({
    id: 'dashboard.close-all',
    keys: ['Shift+Delete'],
    canRun: (state) => closable(state).length > 0,
    run: askToCloseAll,
  }),
];

const always = (): boolean => true;

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

const isFiltered = ({ view }: State): boolean =>
  view.query !== '' || view.mode !== 'all' || view.state !== 'all';

const closeLayer = ({ store }: Dashboard): void => {
  const { view } = store.getState();
  if (view.dialog !== undefined) store.dispatch({ type: 'view/dialog', dialog: undefined });
  else if (view.query !== '') store.dispatch({ type: 'view/filter', change: { query: '' } });
  else store.dispatch({ type: 'view/filter', change: { mode: 'all', state: 'all' } });
};

/** All commands. If keys collide, the first one that can run wins. */
export const commands: readonly Command[] = [
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
    canRun: (state) => state.view.dialog !== undefined || isFiltered(state),
    run: closeLayer,
  },
];
