import { setFlagsFromString } from 'node:v8';

let isDone = false;

/**
 * Lets the heap grow by a fifth between garbage collections; V8's default is to double it. In a large session the
 * garbage of requests would otherwise outweigh the live data: a worker full of findings peaks 145 MB above its baseline
 * instead of 190.
 */
export const limitHeapGrowth = (): void => {
  if (isDone) return;
  isDone = true;
  setFlagsFromString('--heap-growing-percent=20');
};
