import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApproximateMatcher } from '../../../shared/placement/approximate-matcher.ts';

/** The same by the table of distances, in as few words as possible. */
const errorsBehindEach = (phrase: string, text: string): number[] => {
  let column = Array.from({ length: phrase.length + 1 }, (_, row) => row);
  return Array.from({ length: text.length }, (_, at) => {
    const next = [0];
    for (let row = 1; row <= phrase.length; row += 1)
      next.push(
        Math.min(
          (next[row - 1] ?? 0) + 1,
          (column[row] ?? 0) + 1,
          (column[row - 1] ?? 0) + (phrase[row - 1] === text[at] ? 0 : 1),
        ),
      );
    column = next;
    return column[phrase.length] ?? 0;
  });
};

const letters = (most: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), minLength: 1, maxLength: most });

it('reports the errors of the best match ending at each unit', () => {
  fc.assert(
    fc.property(
      letters(150),
      letters(150),
      fc.array(fc.tuple(fc.nat(150), letters(3)), { maxLength: 12 }),
      fc.nat(60),
      (phrase, before, changes, errors) => {
        const most = errors % phrase.length;
        let changed = phrase;
        for (const [at, part] of changes)
          changed = changed.slice(0, at) + part + changed.slice(at + 2);
        const text = before + changed + before;
        const matcher = new ApproximateMatcher(phrase, most);
        for (const _ of ['once', 'and again']) {
          matcher.restart();
          const found = Array.from(text, (unit) => matcher.read(unit.charCodeAt(0)));
          expect(found).toEqual(
            errorsBehindEach(phrase, text).map((there) => (there > most ? undefined : there)),
          );
        }
      },
    ),
    { numRuns: 400 },
  );
});

it.each([32, 64, 31, 33, 96])('finds a phrase of %i characters', (length) => {
  const phrase = Array.from({ length }, (_, at) => String.fromCharCode(0x100 + at)).join('');
  const matcher = new ApproximateMatcher(phrase, Math.floor(length / 5));
  const found = Array.from(`xx${phrase}`, (unit) => matcher.read(unit.charCodeAt(0)));
  expect(found.at(-1)).toBe(0);
});
