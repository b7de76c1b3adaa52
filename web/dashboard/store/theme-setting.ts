import type { PageConfig } from '../../../shared/config.ts';
import { applyTheme, resolveTheme } from '../../shell/theme.ts';
import { keep, kept } from './kept-choices.ts';
import type { Dashboard } from '../ui/dashboard.ts';

const themes: ReadonlySet<string> = new Set<PageConfig['theme']>(['system', 'light', 'dark']);

/** What was chosen in this browser; undefined where nothing was. */
export const chosenTheme = (): PageConfig['theme'] | undefined => {
  const theme = kept('theme');
  return theme !== undefined && themes.has(theme) ? (theme as PageConfig['theme']) : undefined;
};

/** The other colours; where they are the system's own, they follow the system again. Holds in this browser. */
export const toggleTheme = ({ store }: Dashboard): void => {
  const { theme } = store.getState().settings;
  const other = resolveTheme(theme) === 'dark' ? 'light' : 'dark';
  const next = resolveTheme('system') === other ? 'system' : other;
  keep('theme', next);
  applyTheme(next);
  store.dispatch({ type: 'settings/changed', change: { theme: next } });
};
