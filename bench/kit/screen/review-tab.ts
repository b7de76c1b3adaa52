import type { Tab } from './screen.ts';

/** Resolves when a review's code is there and the page has nothing more to fetch. @returns when the first was painted */
export const codeShown = (tab: Tab): Promise<number> => tab.ask<number>('probe.firstCode');

/** The same of the first code in its colours. */
export const coloursShown = (tab: Tab): Promise<number> => tab.ask<number>('probe.firstColours');

/** The bytes of the page's own heap, after what nobody holds any more was collected. */
export const heapBytes = async ({ devTools }: Tab): Promise<number> => {
  await devTools.send('HeapProfiler.enable');
  // A second one takes what only finalizers of the first let go of.
  await devTools.send('HeapProfiler.collectGarbage');
  await devTools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devTools.send('Runtime.getHeapUsage');
  return usedSize;
};
