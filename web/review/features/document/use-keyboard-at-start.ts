import { useEffect } from 'react';

/** Lets the keyboard scroll from the start: the content is what scrolls, and the page as a whole does not. */
export const useKeyboardAtStart = (): void =>
  useEffect(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, []);
