import type { TestSequencerConstructor } from 'vitest/node';

/** The slow files first, then Vitest's own order. */
export const TestOrder: TestSequencerConstructor;
