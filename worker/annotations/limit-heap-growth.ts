import { setFlagsFromString } from 'node:v8';

let isDone = false;

/**
 * Lets the heap grow by a fifth before garbage is collected, where it doubles else: of a session that holds much, what
 * its requests leave behind would be more than what it holds. Full of findings, a worker peaks at 145 MB above where it
 * began instead of 190.
 */
export const limitHeapGrowth = (): void => {
  if (isDone) return;
  isDone = true;
  setFlagsFromString('--heap-growing-percent=20');
};
