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
import { reduceStatus, type StatusAction, type StatusSlice } from './status-slice.ts';
import { initialView, reduceView, type ViewAction, type ViewSlice } from './view-slice.ts';

/** Everything that the dashboard shows. */
export interface State {
  readonly sessions: SessionsSlice;
  readonly view: ViewSlice;
  readonly status: StatusSlice;
  readonly settings: SettingsSlice;
}

/** The part before the slash of an action's type names its slice. */
export type Action = SessionsAction | ViewAction | StatusAction | SettingsAction;

export type DashboardStore = Store<State, Action>;

export const initialState: State = {
  sessions: initialSessions,
  view: initialView,
  status: null,
  settings: initialSettings,
};

/** The next state; the same object where nothing changes. */
export const reduce = combineReducers<State, Action>({
  sessions: reduceSessions,
  view: reduceView,
  status: reduceStatus,
  settings: reduceSettings,
});
