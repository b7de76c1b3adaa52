import type { TestSequencerConstructor } from 'vitest/node';

/** The order of a run; files that are equal in it keep Vitest's own. */
export const TestOrder: TestSequencerConstructor;
