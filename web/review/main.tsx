import { createRoot } from 'react-dom/client';
import { firstPaint } from '../shell/first-paint.ts';
import { importModule, importWithRetry } from '../shell/import-module.ts';
import { createSlot } from '../shell/slot.ts';
import { createStore } from '../shell/store.ts';
import { loadTexts } from '../shell/texts/texts.ts';
import { applyTheme } from '../shell/theme.ts';
import { App, CrashGuard } from './app/app.tsx';
import { commands } from './app/commands/command-list.ts';
import { listenToKeys } from './app/commands/key-listener.ts';
import { preloadViews } from './app/views.tsx';
import { createSearch } from './features/search/find.ts';
import { smallWindow } from './ui/conditions.ts';
import { createColourRequests, createContentLoader } from './protocol/content-loader.ts';
import { DraftSync } from './protocol/draft-sync.ts';
import { sessionClient } from './protocol/session-client.ts';
import { can, heldActions } from './store/session-slice.ts';
import {
  initialState,
  reduce,
  withinCapabilities,
  type Action,
  type State,
} from './store/state.ts';
import { PageContext, type Page, type Viewer } from './ui/page.ts';
import { readingPlace } from './ui/reading-place.ts';
import '../shell/fonts.css';
import '../shell/tokens.css';
import '../shell/base.css';

const openPage = (): Page => {
  const store = createStore<State, Action>(withinCapabilities(reduce), initialState);
  const viewer = createSlot<Viewer>();
  const colours = createColourRequests(sessionClient);
  const page: Page = {
    store,
    client: sessionClient,
    draftSync: new DraftSync({ store, client: sessionClient, catchUp: () => catchUp(page) }),
    viewer,
    colours,
    content: createContentLoader({ store, client: sessionClient, colours }),
    search: createSearch({ store, client: sessionClient, viewer }),
    commands,
    highlight: async (code, language) => {
      const part = await import('./features/changes/pierre/highlight-code.ts');
      return part.highlightCode(code, language);
    },
  };
  return page;
};

const catchUp = async (page: Page): Promise<void> =>
  (await importModule(() => import('./app/catch-up.ts'))).catchUp(page);

/** Loads settings before first paint, to avoid a flash of the wrong theme. */
const start = async (page: Page, root: Element): Promise<void> => {
  const { store, client } = page;
  const isSmall = matchMedia(smallWindow).matches;
  if (isSmall) store.dispatch({ type: 'panel/outline', isOpen: false });
  const [config, session] = await Promise.all([
    client.call('getConfig'),
    client.call('getSession'),
  ]);
  if (config.kind === 'ok') store.dispatch({ type: 'settings/changed', change: config.value });
  if (store.getState().settings.panelPinned && !isSmall)
    store.dispatch({ type: 'panel/opened', isOpen: true });
  if (session.kind === 'ok')
    store.dispatch(
      { type: 'session/loaded', info: session.value },
      ...heldActions(session.value, session.serverMs),
    );
  applyTheme(store.getState().settings.theme);
  // Preload the font, since nearly every page has code.
  void document.fonts.load('1em "JetBrains Mono Variable"');
  await Promise.all([
    loadTexts(store.getState().settings.language),
    page.content.load(),
    session.kind === 'ok' ? preloadViews(session.value.mode) : undefined,
  ]);
  // First in line for what is loaded after first paint.
  if (can(store.getState(), 'events')) void stayConnected(page);
  createRoot(root).render(
    <PageContext value={page}>
      <CrashGuard>
        <App />
      </CrashGuard>
    </PageContext>,
  );
  listenToKeys(page);
  void keepFocus();
  if (can(store.getState(), 'drafts')) await page.draftSync.start();
};

/** Loaded later, since the focus cannot get lost before there is something to press. */
const keepFocus = async (): Promise<void> => {
  const part = await importWithRetry(() => import('./app/frame-parts.ts')).catch(() => undefined);
  part?.keepFocus(readingPlace);
};

const retryMs = 2000;

/** Loads the connection after first paint; retries if the server is gone. */
const stayConnected = async (page: Page): Promise<void> => {
  try {
    await firstPaint();
    const { connect } = await importModule(() => import('./app/connection.ts'));
    connect(page);
  } catch {
    page.store.dispatch({ type: 'session/lost' });
    setTimeout(() => void stayConnected(page), retryMs);
  }
};

const root = document.querySelector('#root');
if (root !== null) void start(openPage(), root);
