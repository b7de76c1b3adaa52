import { describe, expect, inject, test } from 'vitest';
import { faultOf, faults, nameOf } from './kills/faults.ts';
import { runRound } from './kills/round.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Number of rounds, and the seed of the first; absent in an ordinary run. */
    faults?: { readonly seeds: number; readonly first: number };
  }
}

const defaults = { seeds: faults.length, first: 0 };
const { seeds, first } = inject('faults') ?? defaults;
const all = Array.from({ length: seeds }, (_, index) => first + index);
/** Faults whose process had already exited. */
const tooLate: string[] = [];

describe('whatever is killed or suspended, and whenever', () => {
  test.concurrent.each(all.map((seed) => [seed, nameOf(faultOf(seed))] as const))(
    'seed %i: every promise is kept with the fault %s',
    async (seed, name) => {
      if (!(await runRound(seed)).isHit) tooLate.push(name);
    },
    120_000,
  );

  test('each process in each step is killed and suspended once', () => {
    const struck = new Set(all.map((seed) => nameOf(faultOf(seed))));
    expect(struck.size).toBe(Math.min(seeds, faults.length));
    if (seeds < defaults.seeds) return;
    expect(struck).toEqual(new Set(faults.map(nameOf)));
    // A process may occasionally be faster than its fault; if many are, the steps have changed and the timing needs
    // adjusting.
    expect({ tooLate, isFew: tooLate.length <= seeds / 4 }).toMatchObject({ isFew: true });
  });
});
