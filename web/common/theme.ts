import { useSyncExternalStore } from 'react';
import type { PageConfig } from '../../shared/config.ts';

type Theme = PageConfig['theme'];

const darkSystem = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

/** Sets the colours of the page; tokens.css has both sets. */
export const applyTheme = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
};

/** The colours that a theme means here and now. */
export const resolveTheme = (theme: Theme): 'light' | 'dark' => {
  if (theme !== 'system') return theme;
  return darkSystem().matches ? 'dark' : 'light';
};

const subscribe = (listener: () => void): (() => void) => {
  const query = darkSystem();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** The colours that a theme means, following the system where it says so. */
export const useResolvedTheme = (theme: Theme): 'light' | 'dark' =>
  useSyncExternalStore(subscribe, () => resolveTheme(theme));
