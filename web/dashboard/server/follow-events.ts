import type { ControlEvent } from '../../../shared/supervisor/status.ts';
import { sessionsAtHeader } from '../../../shared/supervisor/dashboard.ts';
import { backoffMs, pause } from '../../common/backoff.ts';
import { readEvents } from '../../common/event-reader.ts';
import type { Dashboard } from '../dashboard.ts';
import { createBatch } from './batch.ts';

/** How long nothing may be reached before the page says so. */
const lostAfterMs = 2000;
/** How long a connection lasts that was a good one. */
const steadyMs = 1000;
/** For how long the page shows what has ended. */
const endedKeptMs = 10 * 60_000;
const sweepMs = 30_000;

type Listener = (events: readonly ControlEvent[]) => void;

/** Keeps the event stream open; the snapshot that begins each connection repairs what was missed before it. */
export const followEvents = (dashboard: Dashboard, listener: Listener): void => {
  const { store } = dashboard;
  const receive = createBatch<ControlEvent>((events) => {
    listener(events);
    store.dispatch({ type: 'sessions/events', events, now: new Date().toISOString() });
  });
  setInterval(() => {
    const before = new Date(Date.now() - endedKeptMs).toISOString();
    store.dispatch({ type: 'sessions/forget', before });
  }, sweepMs);
  void keepConnected(dashboard, receive);
};

const keepConnected = async (
  { store, client }: Dashboard,
  receive: (event: ControlEvent) => void,
): Promise<void> => {
  const { signal } = new AbortController();
  let attempt = 0;
  let openedAtMs = Number.POSITIVE_INFINITY;
  let lost: ReturnType<typeof setTimeout> | undefined;
  // The key of a supervisor that is gone opens no other one.
  while (store.getState().sessions.connection !== 'refused') {
    await pause(backoffMs(attempt), signal);
    attempt += 1;
    lost ??= setTimeout(
      () => store.dispatch({ type: 'sessions/connection', connection: 'lost' }),
      lostAfterMs,
    );
    const stopWaiting = () => {
      clearTimeout(lost);
      lost = undefined;
    };
    await readEvents<ControlEvent>({
      open: async (aborted) => {
        const response = await client.openEvents(aborted);
        const sessionsAt = response.headers.get(sessionsAtHeader) ?? undefined;
        store.dispatch({ type: 'sessions/at', sessionsAt });
        return response;
      },
      signal,
      onOpen: () => {
        openedAtMs = performance.now();
        stopWaiting();
        store.dispatch({ type: 'sessions/connection', connection: 'open' });
      },
      onEvent: receive,
      onRefused: (status) => {
        if (status !== 401) return;
        stopWaiting();
        store.dispatch({ type: 'sessions/connection', connection: 'refused' });
      },
    });
    // One that is closed as soon as it is open is no reason to hurry.
    if (performance.now() - openedAtMs > steadyMs) attempt = 0;
    openedAtMs = Number.POSITIVE_INFINITY;
    if (store.getState().sessions.connection === 'open')
      store.dispatch({ type: 'sessions/connection', connection: 'connecting' });
  }
};
