import { describe, expect, inject, test } from 'vitest';
import { runRound, stepOf } from './kills/round.ts';
import { steps } from './kills/steps.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How many rounds, and the seed of the first; absent in an ordinary run. */
    faults?: { readonly seeds: number; readonly first: number };
  }
}

const defaults = { seeds: 60, first: 0 };
const { seeds, first } = inject('faults') ?? defaults;
const all = Array.from({ length: seeds }, (_, index) => first + index);

describe('whatever is killed or stopped, and whenever', () => {
  test.concurrent.each(all.map((seed) => [seed, stepOf(seed).name] as const))(
    'seed %i: every promise is kept when a process is struck in %s',
    (seed) => runRound(seed),
    120_000,
  );

  test('each step is struck', () => {
    expect(new Set(all.map((seed) => stepOf(seed).name)).size).toBe(Math.min(seeds, steps.length));
  });
});
