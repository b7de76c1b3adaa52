import type { AnnotationEvent } from '../../../shared/annotations/events.ts';
import type { PageEvent } from '../../../shared/session/page-events.ts';
import { reloadViewed, receiveViewed } from '../features/changes/viewed/mark-viewed.ts';
import { resumeReview } from '../features/decision/undo-decision.ts';
import { can, heldActions, heldFrom } from '../store/session-slice.ts';
import type { Page } from '../ui/page.ts';
import { importModule, importWithRetry } from '../../shell/import-module.ts';
import { keepStreamOpen } from '../../shell/keep-stream-open.ts';
import { createFrameBatch, type FrameBatch } from '../../shell/frame-batch.ts';

/**
 * Keeps the event stream open until the session ends; after a reconnect the snapshot brings what was missed.
 * @returns a function to disconnect
 */
export const connect = (page: Page): (() => void) => {
  const closing = new AbortController();
  if (can(page.store.getState(), 'changes')) void watchCode(page);
  void keepConnected(page, closing.signal);
  return () => closing.abort();
};

/** Keeps comments and editors on their code. */
const watchCode = (page: Page): Promise<void> =>
  importWithRetry(() => import('../features/changes/anchoring/watch-lines.ts')).then(
    ({ watchLines }) => watchLines(page),
    () => undefined,
  );

const keepConnected = async (page: Page, signal: AbortSignal): Promise<void> => {
  const { store, client } = page;
  let isOver = false;
  /** Whether the server answered as this session's when it was last asked, without a stream since. */
  let isAnswering = false;
  /** Whether the stream is one for a page in the background. */
  let isUnseen = false;
  let unwatch = () => {};
  const findings = createFrameBatch<AnnotationEvent>((events) =>
    store.dispatch({ type: 'annotations/events', events }),
  );
  await keepStreamOpen<PageEvent>({
    signal,
    isOver: () => isOver || signal.aborted || store.getState().session.end !== undefined,
    whenWanted: () => visible(signal),
    open: async (aborted) => {
      isAnswering = await isOurSession(page, aborted);
      if (!isAnswering) throw new Error('no server of this session');
      isUnseen = document.hidden && !isShared();
      return client.open(isUnseen ? 'streamUnseen' : 'streamEvents', aborted);
    },
    onOpen: (drop) => {
      isAnswering = false;
      store.dispatch({ type: 'session/connected' });
      const ends = [whenSeenOrNot(isUnseen, drop), whenSilent(page, drop)];
      unwatch = () => ends.forEach((end) => end());
      page.draftSync.retry();
    },
    onEvent: (event) => {
      isOver ||= event.type === 'ended';
      receive(page, findings, event);
    },
    onClosed: () => {
      unwatch();
      store.dispatch({ type: isAnswering ? 'session/noEvents' : 'session/disconnected' });
    },
    onLost: () => store.dispatch({ type: isAnswering ? 'session/noEvents' : 'session/lost' }),
  });
};

/** A hung server keeps its connections open, so only a new connection notices when it is back. */
const whenSilent = ({ store }: Page, drop: () => void): (() => void) =>
  store.subscribe(() => {
    if (store.getState().session.connection === 'lost') drop();
  });

/**
 * Another session may have got the port of one that is gone. Its findings are not ours, and our drafts must not go
 * there.
 */
const isOurSession = async ({ store, client }: Page, signal: AbortSignal): Promise<boolean> => {
  const known = store.getState().session.info;
  const answer = await client.call('getSession', { signal });
  if (answer.kind !== 'ok') return false;
  if (known === undefined)
    store.dispatch(
      { type: 'session/loaded', info: answer.value },
      ...heldActions(answer.value, answer.serverMs),
    );
  return known === undefined || answer.value.id === known.id;
};

const receive = (page: Page, findings: FrameBatch<AnnotationEvent>, event: PageEvent): void => {
  const { store } = page;
  switch (event.type) {
    case 'session':
      store.dispatch({ type: 'session/prepared', preparation: event.preparation });
      void page.content.load().then(() => follow(page));
      return;
    case 'draft':
      return page.draftSync.hear(event.generation);
    case 'freshness':
      return store.dispatch({ ...event, type: 'freshness/stale' });
    case 'content':
      store.dispatch({ type: 'freshness/version', version: event.version });
      return void follow(page);
    case 'config':
      return store.dispatch({ type: 'settings/changed', change: event.config });
    case 'viewed':
      return receiveViewed(page, event.change);
    case 'viewedBefore':
      return reloadViewed(page);
    case 'held':
      void whenDecided(page).then(() =>
        store.dispatch({ type: 'session/held', held: heldFrom(event.held) }),
      );
      return;
    case 'undone':
      return resumeReview(page);
    case 'released':
      return;
    case 'ended': {
      findings.flush();
      const { outcome, reason } = event;
      const end = { outcome, isOurs: false, ...(reason === undefined ? {} : { reason }) };
      void whenDecided(page).then(() => store.dispatch({ type: 'session/ended', end }));
      return;
    }
    default:
      findings.add(event);
  }
};

/** Shows what another page or a program had the server read. If that fails, the page offers to refresh. */
const follow = (page: Page): Promise<void> =>
  importModule(() => import('./catch-up.ts'))
    .then(({ catchUp }) => catchUp(page))
    .catch(() => undefined);

/** The decision may end the stream before its response arrives, which has more details. */
const whenDecided = ({ store }: Page): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (store.getState().session.isDeciding) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(look);
    look();
  });

/**
 * Behind the gateway all sessions share an origin, for which browsers allow six connections. Hidden tabs close theirs,
 * or a seventh session could not load. Elsewhere theirs is another stream, for which no work tree is watched.
 */
const isShared = (): boolean => new URL(document.baseURI).pathname !== '/';
const hiddenGraceMs = 5000;

const visible = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (!isShared() || !document.hidden) return resolve();
    const done = () => resolve();
    document.addEventListener('visibilitychange', done, { once: true, signal });
    signal.addEventListener('abort', done, { once: true });
  });

/** Calls back when the tab has been hidden for a while, or is shown again. @returns a cleanup function */
const whenSeenOrNot = (isUnseen: boolean, drop: () => void): (() => void) => {
  const watching = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    clearTimeout(timer);
    if (document.hidden !== isUnseen) timer = setTimeout(drop, isUnseen ? 0 : hiddenGraceMs);
  };
  document.addEventListener('visibilitychange', watch, { signal: watching.signal });
  // It may have changed while the stream was opened.
  watch();
  return () => {
    clearTimeout(timer);
    watching.abort();
  };
};
