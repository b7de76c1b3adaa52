import { useMemo, useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 52rem)');
const rems = { wide: 2.5, narrow: 4.25, heading: 2 } as const;

const subscribe = (listener: () => void): (() => void) => {
  narrow.addEventListener('change', listener);
  window.addEventListener('resize', listener);
  return () => {
    narrow.removeEventListener('change', listener);
    window.removeEventListener('resize', listener);
  };
};

const pixels = (size: number): number =>
  Math.round(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * size);

const readRow = (): number => pixels(narrow.matches ? rems.narrow : rems.wide);
const readHead = (): number => pixels(rems.heading);

/** The heights of rows and headings in pixels, for the letters that the reader has chosen; list.css has the same. */
export const useItemSizes = (): { readonly row: number; readonly heading: number } => {
  const row = useSyncExternalStore(subscribe, readRow);
  const heading = useSyncExternalStore(subscribe, readHead);
  return useMemo(() => ({ row, heading }), [row, heading]);
};
