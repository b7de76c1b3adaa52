import type { PageConfig } from '../../../shared/config.ts';
import { storedChoice } from '../../shell/stored-choice.ts';
import { applyTheme, otherTheme } from '../../shell/theme.ts';
import type { DashboardStore } from './state.ts';
import type { Grouping } from './view-slice.ts';

interface WithStore {
  readonly store: DashboardStore;
}

const inThisBrowser = (name: string) =>
  storedChoice(() => localStorage, `galley.dashboard.${name}`);

/** Choices stored in this browser. */
export const storedChoices = {
  theme: inThisBrowser('theme'),
  notifications: inThisBrowser('notifications'),
  grouping: inThisBrowser('grouping'),
} as const;

const themes: ReadonlySet<string> = new Set<PageConfig['theme']>(['system', 'light', 'dark']);

export const chosenTheme = (): PageConfig['theme'] | undefined => {
  const theme = storedChoices.theme.get();
  return theme !== undefined && themes.has(theme) ? (theme as PageConfig['theme']) : undefined;
};

export const toggleTheme = ({ store }: WithStore): void => {
  const theme = otherTheme(store.getState().settings.theme);
  storedChoices.theme.set(theme);
  applyTheme(theme);
  store.dispatch({ type: 'settings/changed', change: { theme } });
};

export const groupRows = ({ store }: WithStore, grouping: Grouping): void => {
  storedChoices.grouping.set(grouping);
  store.dispatch({ type: 'view/group', grouping });
};
