import type { DocumentAnnotationInput } from '../../shared/annotations/document-annotation.ts';
import {
  maxWork,
  placeByContext,
  type WorkBudget,
} from '../../shared/placement/place-approximately.ts';
import { placeAcrossBlocks } from '../../shared/placement/place-across-blocks.ts';
import type { PhrasePlacement } from '../../shared/placement/placement-at.ts';
import type { Placed } from '../annotations/placement.ts';
import type { PlacedBlocks } from './placed-blocks.ts';

/** An annotation that says what stands around its phrase, with its first place, or whose phrase is in several blocks. */
export interface InContext {
  readonly input: DocumentAnnotationInput & { readonly originalText: string };
  readonly first: Placed;
}

/**
 * Of phrases that occur more than once, the places that their surroundings tell, and of those without a place, where
 * they go over several blocks; within one budget for all.
 */
export function* placesByContext(
  blocks: PlacedBlocks,
  annotations: readonly InContext[],
): Generator<void, Placed[]> {
  const budget: WorkBudget = { steps: maxWork };
  const isRepeated = new Map<string, boolean>();
  const places: Placed[] = [];
  for (const { input, first } of annotations) {
    const { originalText: text, prefix, suffix } = input;
    if (first.placement === 'unplaced') {
      const across = yield* placeAcrossBlocks(blocks, text, budget);
      places.push(across === undefined ? first : { placement: 'exact', ...across });
      continue;
    }
    if (!isRepeated.has(text)) isRepeated.set(text, yield* occursTwice(blocks, text, budget));
    const place: PhrasePlacement | undefined =
      isRepeated.get(text) === true
        ? yield* placeByContext(blocks, { text, prefix, suffix }, budget)
        : undefined;
    places.push(place === undefined ? first : { placement: 'exact', ...place });
  }
  return places;
}

/** Looking for a phrase takes less time for each character than a step of a matcher. */
const charsPerStep = 16;

/** False if the work is too much. */
function* occursTwice(
  blocks: PlacedBlocks,
  phrase: string,
  budget: WorkBudget,
): Generator<void, boolean> {
  let count = 0;
  for (const { text } of blocks) {
    if (budget.steps <= 0) return false;
    budget.steps -= text.length / charsPerStep;
    for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + phrase.length)) {
      count += 1;
      if (count > 1) return true;
    }
    yield;
  }
  return false;
}
