import { setImmediate } from 'node:timers/promises';
import type { AnnotationInput } from '../../shared/annotations/annotation.ts';
import { placePhrase } from '../../shared/placement/place-phrase.ts';
import type { PlacedBlocks } from '../content/placed-blocks.ts';
import type { HeldFile } from '../content/held-file.ts';
import {
  isReviewInput,
  needsContent,
  placeWithoutContent,
  type Place,
  type Placed,
} from './placement.ts';

/** How long phrases are searched before other requests get their turn. */
const sliceMs = 10;

/** Places the phrases of a plan or document in its blocks; a phrase that stands nowhere is `unplaced`. */
export const placeInDocument =
  (document: HeldFile<PlacedBlocks>): Place =>
  async (inputs) => {
    const blocks = await document.use();
    const known = new Map<string, Placed>();
    const placed: Placed[] = [];
    let sliceEndsAt = performance.now() + sliceMs;
    for (const input of inputs) {
      if (performance.now() > sliceEndsAt) {
        await setImmediate();
        sliceEndsAt = performance.now() + sliceMs;
      }
      placed.push(placeOne(input, blocks, known));
    }
    return placed;
  };

const placeOne = (
  input: AnnotationInput,
  blocks: PlacedBlocks,
  known: Map<string, Placed>,
): Placed => {
  if (isReviewInput(input) || !needsContent(input) || input.originalText === undefined)
    return placeWithoutContent(input);
  const phrase = input.originalText;
  const again = known.get(phrase);
  if (again !== undefined) return again;
  const found = placePhrase(blocks, phrase);
  const placed: Placed =
    found === undefined ? { placement: 'unplaced' } : { placement: 'exact', ...found };
  known.set(phrase, placed);
  return placed;
};
