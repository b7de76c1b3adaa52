import type { PageConfig } from '../../../shared/config.ts';

/** The settings that the page shares with the server. */
export type SettingsSlice = PageConfig;

export interface SettingsAction {
  readonly type: 'settings/changed';
  readonly change: Partial<PageConfig>;
}

/** As in shared/config.ts; what is here only holds until the server has answered. */
export const initialSettings: SettingsSlice = {
  theme: 'system',
  language: 'auto',
  diffView: 'auto',
  wrapLines: true,
  panelWidth: 336,
  panelPinned: false,
  quickLabels: [],
  undoSeconds: 5,
  keys: {},
};

export const reduceSettings = (
  slice: SettingsSlice,
  { change }: SettingsAction,
): SettingsSlice => ({
  ...slice,
  ...change,
});
