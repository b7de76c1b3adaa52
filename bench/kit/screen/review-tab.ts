import type { Tab } from './screen.ts';

/**
 * Resolves when a review's code is shown and the page has fetched everything. @returns when the first line was painted
 */
export const codeShown = (tab: Tab): Promise<number> => tab.ask<number>('probe.firstCode');

/** The same for the first highlighted line. */
export const coloursShown = (tab: Tab): Promise<number> => tab.ask<number>('probe.firstColours');

/** The page's JS heap size after garbage collection. */
export const heapBytes = async ({ devTools }: Tab): Promise<number> => {
  await devTools.send('HeapProfiler.enable');
  // A second collection frees what finalizers of the first released.
  await devTools.send('HeapProfiler.collectGarbage');
  await devTools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devTools.send('Runtime.getHeapUsage');
  return usedSize;
};
