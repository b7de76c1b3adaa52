import { useLayoutEffect, type RefObject } from 'react';

/** When an element goes that has the focus, what it stands in gets it: the focus is never lost to the whole page. */
export const useKeptFocus = (element: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    const { current } = element;
    const around = current?.parentElement?.closest<HTMLElement>('[tabindex]');
    return () => {
      if (current?.contains(document.activeElement) !== true) return;
      // What comes in its place may take the focus by itself.
      queueMicrotask(() => {
        if (document.activeElement === document.body) around?.focus({ preventScroll: true });
      });
    };
  }, [element]);
