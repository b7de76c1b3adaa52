import { createRoot } from 'react-dom/client';
import { createSlot } from '../shell/slot.ts';
import { createStore } from '../shell/store.ts';
import { loadDashboardTexts } from '../shell/texts/dashboard-texts.ts';
import { applyTheme } from '../shell/theme.ts';
import { App } from './app/app.tsx';
import { commands } from './app/commands/command-list.ts';
import { listenToKeys } from './app/commands/key-listener.ts';
import { firstNotificationState, notifyOf } from './features/notifications/notifications.ts';
import { createClient, followEvents } from './protocol/dashboard-client.ts';
import { chosenTheme, storedChoices } from './store/stored-choices.ts';
import { initialState, reduce, type Action, type State } from './store/state.ts';
import { isGrouping } from './store/view-slice.ts';
import { PageContext, type Dashboard, type Grid } from './ui/dashboard.ts';
import '../shell/fonts.css';
import '../shell/tokens.css';
import '../shell/base.css';

/** The token stays in the fragment to survive a reload; the page itself keeps it in memory only. */
const openDashboard = (): Dashboard => ({
  store: createStore<State, Action>(reduce, initialState),
  client: createClient(location.hash.slice(1)),
  grid: createSlot<Grid>(),
  commands,
});

/** Loads settings before first paint, to avoid a flash of the wrong theme or language. */
const start = async (dashboard: Dashboard, root: Element): Promise<void> => {
  const { store, client } = dashboard;
  applyTheme(chosenTheme() ?? 'system');
  const status = await client.call('getStatus');
  const settings = status.kind === 'ok' ? status.value.page : undefined;
  const theme = chosenTheme() ?? settings?.theme ?? 'system';
  const notifications = firstNotificationState();
  const grouping = storedChoices.grouping.get();
  if (isGrouping(grouping)) store.dispatch({ type: 'view/group', grouping });
  store.dispatch({
    type: 'settings/changed',
    change: { theme, keys: settings?.keys ?? {}, notifications },
  });
  if (status.kind === 'ok') store.dispatch({ type: 'status/read', status: status.value });
  else if (status.kind === 'refused' && status.status === 401)
    store.dispatch({ type: 'sessions/connection', connection: 'refused' });
  applyTheme(theme);
  await loadDashboardTexts(settings?.language ?? 'auto');
  createRoot(root).render(
    <PageContext value={dashboard}>
      <App />
    </PageContext>,
  );
  // A new address with only another fragment does not reload the page by itself.
  window.addEventListener('hashchange', () => location.reload());
  if (store.getState().sessions.connection === 'refused') return;
  listenToKeys(dashboard);
  followEvents(dashboard, (events) => notifyOf(dashboard, events));
};

const root = document.querySelector('#root');
if (root !== null) void start(openDashboard(), root);
