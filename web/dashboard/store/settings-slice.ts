import type { PageConfig } from '../../../shared/config.ts';

/**
 * `asking` while the browser asks for permission; `blocked` if it denies that, or over plain HTTP from another machine.
 */
export type NotificationState = 'off' | 'asking' | 'on' | 'blocked';

export interface SettingsSlice extends Pick<PageConfig, 'theme' | 'keys'> {
  readonly notifications: NotificationState;
}

export interface SettingsAction {
  readonly type: 'settings/changed';
  readonly change: Partial<SettingsSlice>;
}

export const initialSettings: SettingsSlice = { theme: 'system', keys: {}, notifications: 'off' };

/** Theme, keys and notifications. */
export const reduceSettings = (
  slice: SettingsSlice,
  { change }: SettingsAction,
): SettingsSlice => ({
  ...slice,
  ...change,
});
