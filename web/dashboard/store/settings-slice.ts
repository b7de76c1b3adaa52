import type { PageConfig } from '../../../shared/config.ts';

/** `asking` until the browser has its answer; `blocked` where it allows none, on plain http from elsewhere for example. */
export type NotificationState = 'off' | 'asking' | 'on' | 'blocked';

export interface SettingsSlice extends Pick<PageConfig, 'theme' | 'keys'> {
  readonly notifications: NotificationState;
}

export interface SettingsAction {
  readonly type: 'settings/changed';
  readonly change: Partial<SettingsSlice>;
}

export const initialSettings: SettingsSlice = { theme: 'system', keys: {}, notifications: 'off' };

/** What the dashboard looks like, and whether it notifies. */
export const reduceSettings = (
  slice: SettingsSlice,
  { change }: SettingsAction,
): SettingsSlice => ({
  ...slice,
  ...change,
});
