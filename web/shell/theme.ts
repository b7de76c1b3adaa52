import type { PageConfig } from '../../shared/config.ts';
import { useMedia } from './use-media.ts';

type Theme = PageConfig['theme'];

const darkSystem = '(prefers-color-scheme: dark)';

/** Sets the colours of the page; tokens.css has both sets. */
export const applyTheme = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
};

const resolved = (theme: Theme, isDarkSystem: boolean): 'light' | 'dark' => {
  if (theme !== 'system') return theme;
  return isDarkSystem ? 'dark' : 'light';
};

/** The colours that a theme means here and now. */
export const resolveTheme = (theme: Theme): 'light' | 'dark' =>
  resolved(theme, matchMedia(darkSystem).matches);

/** The setting with the other colours; where they are the system's own, it follows the system again. */
export const otherTheme = (theme: Theme): Theme => {
  const other = resolveTheme(theme) === 'dark' ? 'light' : 'dark';
  return resolveTheme('system') === other ? 'system' : other;
};

/** The colours that a theme means, following the system where it says so. */
export const useResolvedTheme = (theme: Theme): 'light' | 'dark' =>
  resolved(theme, useMedia(darkSystem));
