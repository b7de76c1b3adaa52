import type { ControlApi } from '../../../shared/supervisor/control-routes.ts';
import { controlTargets, sessionsAtHeader } from '../../../shared/supervisor/control-targets.ts';
import type { ControlEvent } from '../../../shared/supervisor/status.ts';
import { createApiClient } from '../../shell/api-client.ts';
import { createFrameBatch } from '../../shell/frame-batch.ts';
import { keepStreamOpen } from '../../shell/keep-stream-open.ts';
import type { DashboardStore } from '../store/state.ts';

/** Client of the supervisor; sends the token as a header. */
export const createClient = (token: string) =>
  createApiClient<ControlApi>(controlTargets, {
    headers: { Authorization: `Bearer ${token}` },
    silence: 'The supervisor does not answer.',
  });

export type DashboardClient = ReturnType<typeof createClient>;

interface Parts {
  readonly store: DashboardStore;
  readonly client: DashboardClient;
}

/** Keeps the event stream open; the snapshot at the start of each connection brings what was missed. */
export const followEvents = (
  { store, client }: Parts,
  listener: (events: readonly ControlEvent[]) => void,
): void => {
  const { add } = createFrameBatch<ControlEvent>((events) => {
    listener(events);
    store.dispatch({ type: 'sessions/events', events });
  });
  void keepStreamOpen<ControlEvent>({
    signal: new AbortController().signal,
    // The token is not valid for another supervisor.
    isOver: () => store.getState().sessions.connection === 'refused',
    open: async (aborted) => {
      const response = await client.open('streamEvents', aborted);
      const sessionsAt = response.headers.get(sessionsAtHeader) ?? undefined;
      store.dispatch({ type: 'sessions/at', sessionsAt });
      return response;
    },
    onEvent: add,
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
};
