import { useEffect, type RefObject } from 'react';
import { importWithRetry } from '../../../shell/import-module.ts';

/** Focuses the content, which is the scroller, so that keys scroll at once. */
export const useKeyboardAtStart = (): void =>
  useEffect(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, []);

/** Makes wide code and tables scrollable by keyboard, once that code is loaded. */
export const useScrollable = (root: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    const ending = new AbortController();
    const watch = async () => {
      const { watchScrollable } = await importWithRetry(() => import('./document-parts.ts'));
      if (root.current !== null) watchScrollable(root.current, ending.signal);
    };
    // Optional: the content is readable without it.
    void watch().catch(() => undefined);
    return () => ending.abort();
  }, [root]);
