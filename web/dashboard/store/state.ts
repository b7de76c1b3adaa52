import { combineReducers, type Store } from '../../shell/store.ts';
import {
  initialSessions,
  reduceSessions,
  type SessionsAction,
  type SessionsSlice,
} from './sessions-slice.ts';
import {
  initialSettings,
  reduceSettings,
  type SettingsAction,
  type SettingsSlice,
} from './settings-slice.ts';
import { initialView, reduceView, type ViewAction, type ViewSlice } from './view-slice.ts';
import type { Status } from '../../../shared/supervisor/status.ts';

interface StatusAction {
  readonly type: 'status/read';
  readonly status: Status;
}

export interface State {
  readonly sessions: SessionsSlice;
  readonly view: ViewSlice;
  /** The supervisor's latest metrics. */
  readonly status: Status | null;
  readonly settings: SettingsSlice;
}

/** The prefix of an action's type names its slice. */
export type Action = SessionsAction | ViewAction | StatusAction | SettingsAction;

export type DashboardStore = Store<State, Action>;

export const initialState: State = {
  sessions: initialSessions,
  view: initialView,
  status: null,
  settings: initialSettings,
};

/** The root reducer; keeps the state's identity if nothing changes. */
export const reduce = combineReducers<State, Action>({
  sessions: reduceSessions,
  view: reduceView,
  status: (_, { status }: StatusAction) => status,
  settings: reduceSettings,
});
