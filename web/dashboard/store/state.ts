import type { PageConfig } from '../../../shared/config.ts';
import type { Status } from '../../../shared/supervisor/status.ts';
import { combineReducers, type ActionOf, type StateOf, type Store } from '../../shell/store.ts';
import { initialSessions, reduceSessions } from './sessions-slice.ts';
import { initialView, reduceView } from './view-slice.ts';

/**
 * `asking` while the browser asks for permission; `blocked` if it denies that, or over plain HTTP from another machine.
 */
export type NotificationState = 'off' | 'asking' | 'on' | 'blocked';

interface Settings extends Pick<PageConfig, 'theme' | 'keys'> {
  readonly notifications: NotificationState;
}

/** A reducer per slice. The prefix of an action's type names its slice. */
const reducers = {
  sessions: reduceSessions,
  view: reduceView,
  /** The supervisor's latest metrics. */
  status: (_: Status | null, { status }: StatusAction): Status | null => status,
  settings: (slice: Settings, { change }: SettingsAction): Settings => ({ ...slice, ...change }),
};

interface StatusAction {
  readonly type: 'status/read';
  readonly status: Status;
}

interface SettingsAction {
  readonly type: 'settings/changed';
  readonly change: Partial<Settings>;
}

export interface State extends StateOf<typeof reducers> {}
export type Action = ActionOf<typeof reducers>;
export type DashboardStore = Store<State, Action>;

export const initialState: State = {
  sessions: initialSessions,
  view: initialView,
  status: null,
  settings: { theme: 'system', keys: {}, notifications: 'off' },
};

/** The root reducer; keeps the state's identity if nothing changes. */
export const reduce = combineReducers<State, Action>(reducers);
