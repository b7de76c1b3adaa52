import type { PageConfig } from '../../shared/config.ts';
import { useMedia } from './use-media.ts';

type Theme = PageConfig['theme'];

const darkSystem = '(prefers-color-scheme: dark)';

/** Applies a theme; tokens.css defines the colours. */
export const applyTheme = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
};

const resolved = (theme: Theme, isDarkSystem: boolean): 'light' | 'dark' => {
  if (theme !== 'system') return theme;
  return isDarkSystem ? 'dark' : 'light';
};

/** The effective theme right now. */
export const resolveTheme = (theme: Theme): 'light' | 'dark' =>
  resolved(theme, matchMedia(darkSystem).matches);

/** Toggles the theme; returns `system` if that has the other colours. */
export const otherTheme = (theme: Theme): Theme => {
  const other = resolveTheme(theme) === 'dark' ? 'light' : 'dark';
  return resolveTheme('system') === other ? 'system' : other;
};

/** The effective theme; follows the system. */
export const useResolvedTheme = (theme: Theme): 'light' | 'dark' =>
  resolved(theme, useMedia(darkSystem));
