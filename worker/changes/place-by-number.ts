import type { AnnotationInput } from '../../shared/annotations/annotation.ts';
import type { ReviewPlacement } from '../../shared/annotations/review-annotation.ts';
import { placeLines } from '../../shared/placement/place-lines.ts';
import { isReviewInput, placeWithoutContent, type Placed } from '../annotations/placement.ts';
import type { DiffIndex } from './diff-index.ts';

/** Shared objects, since ten thousand findings may arrive at once. */
const placedAs: Readonly<Record<ReviewPlacement, Placed>> = {
  'in-diff': { placement: 'in-diff' },
  'outside-diff': { placement: 'outside-diff' },
  'unknown-file': { placement: 'unknown-file' },
  general: { placement: 'general' },
};

/** Places an annotation by the hunks in the manifest. Line numbers match or not; there is no approximate place. */
export const placeByNumber = (
  { shown }: Pick<DiffIndex, 'shown'>,
  input: AnnotationInput,
): Placed =>
  isReviewInput(input) ? placedAs[placeLines(shown, input)] : placeWithoutContent(input);
