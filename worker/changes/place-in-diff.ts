import type { ReviewPlacement } from '../../shared/annotations/review-annotation.ts';
import { placeLines } from '../../shared/placement/place-lines.ts';
import type { DiffIndex } from './diff-index.ts';
import type { CachedFile } from '../content/cached-file.ts';
import {
  isReviewInput,
  placeWithoutContent,
  type Placed,
  type Placing,
} from '../annotations/placement.ts';

/** Shared objects, since ten thousand findings may arrive at once. */
const placedAs: Readonly<Record<ReviewPlacement, Placed>> = {
  'in-diff': { placement: 'in-diff' },
  'outside-diff': { placement: 'outside-diff' },
  'unknown-file': { placement: 'unknown-file' },
  general: { placement: 'general' },
};

/**
 * Places the annotations of a review by the hunks in its manifest. Line numbers match or not; there is no approximate
 * place.
 */
export const placeInDiff = (diff: CachedFile<DiffIndex>): Placing => ({
  exactly: async (inputs) => {
    const { shown } = await diff.use();
    return inputs.map((input) =>
      isReviewInput(input) ? placedAs[placeLines(shown, input)] : placeWithoutContent(input),
    );
  },
});
