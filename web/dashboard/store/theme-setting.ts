import type { PageConfig } from '../../../shared/config.ts';
import { applyTheme, otherTheme } from '../../shell/theme.ts';
import { storedChoices } from './stored-choices.ts';
import type { DashboardStore } from './state.ts';

const themes: ReadonlySet<string> = new Set<PageConfig['theme']>(['system', 'light', 'dark']);

/** The theme stored in this browser, if any. */
export const chosenTheme = (): PageConfig['theme'] | undefined => {
  const theme = storedChoices.theme.get();
  return theme !== undefined && themes.has(theme) ? (theme as PageConfig['theme']) : undefined;
};

/** Toggles the theme and stores it in this browser. */
export const toggleTheme = ({ store }: { readonly store: DashboardStore }): void => {
  const theme = otherTheme(store.getState().settings.theme);
  storedChoices.theme.set(theme);
  applyTheme(theme);
  store.dispatch({ type: 'settings/changed', change: { theme } });
};
