import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DiffViewer } from '../pierre/diff-viewer.ts';
import type { FileState } from '../pierre/file-state.ts';

/** The files as they are known when the browser prints, whoever asked for that; undefined while it does not. */
export const usePrinting = (viewer: DiffViewer | undefined): readonly FileState[] | undefined => {
  const [states, setStates] = useState<readonly FileState[]>();
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    // The browser takes the page as it is when the listener returns.
    const show = (shown: readonly FileState[] | undefined) => flushSync(() => setStates(shown));
    addEventListener('beforeprint', () => show(viewer?.states), { signal });
    addEventListener('afterprint', () => show(undefined), { signal });
    return () => ending.abort();
  }, [viewer]);
  return states;
};
