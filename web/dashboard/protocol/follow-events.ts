import type { ControlEvent } from '../../../shared/supervisor/status.ts';
import { sessionsAtHeader } from '../../../shared/supervisor/dashboard.ts';
import { createFrameBatch } from '../../shell/frame-batch.ts';
import { keepStreamOpen } from '../../shell/keep-stream-open.ts';
import type { DashboardStore } from '../store/state.ts';
import type { DashboardClient } from './dashboard-client.ts';

interface Parts {
  readonly store: DashboardStore;
  readonly client: DashboardClient;
}

type Listener = (events: readonly ControlEvent[]) => void;

/** Keeps the event stream open; the snapshot at the start of each connection brings what was missed. */
export const followEvents = (parts: Parts, listener: Listener): void => {
  const { store } = parts;
  const { add } = createFrameBatch<ControlEvent>((events) => {
    listener(events);
    store.dispatch({ type: 'sessions/events', events });
  });
  void keepConnected(parts, add);
};

const keepConnected = (
  { store, client }: Parts,
  receive: (event: ControlEvent) => void,
): Promise<void> =>
  keepStreamOpen<ControlEvent>({
    signal: new AbortController().signal,
    // The token is not valid for another supervisor.
    isOver: () => store.getState().sessions.connection === 'refused',
    open: async (aborted) => {
      const response = await client.open('streamEvents', aborted);
      const sessionsAt = response.headers.get(sessionsAtHeader) ?? undefined;
      store.dispatch({ type: 'sessions/at', sessionsAt });
      return response;
    },
    onEvent: receive,
    onOpen: () => store.dispatch({ type: 'sessions/connection', connection: 'open' }),
    onClosed: () => {
      if (store.getState().sessions.connection === 'open')
        store.dispatch({ type: 'sessions/connection', connection: 'connecting' });
    },
    onLost: () => store.dispatch({ type: 'sessions/connection', connection: 'lost' }),
    onRefused: (status) => {
      if (status === 401) store.dispatch({ type: 'sessions/connection', connection: 'refused' });
    },
  });
