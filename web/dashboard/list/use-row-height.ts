import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 52rem)');
const rowRems = { wide: 2.5, narrow: 5.25 } as const;

const subscribe = (listener: () => void): (() => void) => {
  narrow.addEventListener('change', listener);
  window.addEventListener('resize', listener);
  return () => {
    narrow.removeEventListener('change', listener);
    window.removeEventListener('resize', listener);
  };
};

const read = (): number => {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Math.round(rem * (narrow.matches ? rowRems.narrow : rowRems.wide));
};

/** The height of a row in pixels, for the letters that the reader has chosen; list.css has the same. */
export const useRowHeight = (): number => useSyncExternalStore(subscribe, read);
