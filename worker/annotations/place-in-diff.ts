import { placeLines } from '../../shared/placement/place-lines.ts';
import type { DiffIndex } from '../content/diff-index.ts';
import type { HeldFile } from '../content/held-file.ts';
import { isReviewInput, placeWithoutContent, type Place } from './placement.ts';

/** Places the remarks of a review by the hunks of its manifest. */
export const placeInDiff =
  (diff: HeldFile<DiffIndex>): Place =>
  async (inputs) => {
    const { shown } = await diff.use();
    return inputs.map((input) =>
      isReviewInput(input) ? { placement: placeLines(shown, input) } : placeWithoutContent(input),
    );
  };
