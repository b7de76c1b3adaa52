import { useEffect, type RefObject } from 'react';
import { importPatiently } from '../../../shell/import-patiently.ts';

/** Lets the keyboard scroll what is wider than the text, as soon as the code for that is there. */
export const useScrollable = (root: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    const ending = new AbortController();
    const watch = async () => {
      const { watchScrollable } = await importPatiently(() => import('./scrollable-regions.ts'));
      if (root.current !== null) watchScrollable(root.current, ending.signal);
    };
    // Without it all of it can still be read.
    void watch().catch(() => undefined);
    return () => ending.abort();
  }, [root]);
