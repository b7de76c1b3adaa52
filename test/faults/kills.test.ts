import { describe, expect, inject, test } from 'vitest';
import { faultOf, faults, nameOf } from './kills/faults.ts';
import { Rounds } from './kills/rounds.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Number of rounds, and the seed of the first; absent in an ordinary run. */
    faults?: { readonly seeds: number; readonly first: number };
  }
}

const defaults = { seeds: faults.length, first: 0 };
const { seeds, first } = inject('faults') ?? defaults;
const all = Array.from({ length: seeds }, (_, index) => first + index);
/** Homes that are struck at the same time. */
const homesAtOnce = 4;
/** Faults that a home lives through before it is ended and looked through. */
const roundsOfHome = 20;
/** Faults whose process had already exited. */
const tooLate: string[] = [];

describe('whatever is killed or suspended, and whenever', () => {
  describe.concurrent.each(Array.from({ length: homesAtOnce }, (_, index) => index))(
    'in homes of row %i',
    (row) => {
      const ours = all.filter((_, index) => index % homesAtOnce === row);
      let rounds: Rounds | undefined;

      test.sequential.each(ours.map((seed) => [seed, nameOf(faultOf(seed))] as const))(
        'seed %i: every promise is kept with the fault %s',
        async (seed, name) => {
          const running = rounds ?? (await Rounds.start(seed));
          // None goes on in a home where a promise was broken.
          rounds = undefined;
          const { isHit } = await running.run(seed);
          if (!isHit) tooLate.push(name);
          if (running.count === roundsOfHome || seed === ours.at(-1)) await running.end();
          else rounds = running;
        },
        120_000,
      );
    },
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
