import type { PageConfig } from '../../../shared/config.ts';

/** Settings shared with the server. */
export type SettingsSlice = PageConfig;

export interface SettingsAction {
  readonly type: 'settings/changed';
  readonly change: Partial<PageConfig>;
}

/** Defaults as in shared/config.ts, until the server has responded. */
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
