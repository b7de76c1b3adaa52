import type { AnnotationInput } from '../../shared/annotations/annotation.ts';
import { placePhrases, type Placements } from '../../shared/placement/place-phrases.ts';
import type { PlacedBlocks } from '../content/placed-blocks.ts';
import type { HeldFile } from '../content/held-file.ts';
import {
  isReviewInput,
  needsContent,
  placeWithoutContent,
  type Place,
  type Placed,
} from './placement.ts';
import { Slices } from './slices.ts';

interface DocumentParts {
  readonly blocks: HeldFile<PlacedBlocks>;
  /** Throws where nobody needs the places any more. */
  readonly assertOpen: () => void;
}

/** Places the phrases of a plan or document in its blocks; a phrase that stands nowhere is `unplaced`. */
export const placeInDocument = ({ blocks, assertOpen }: DocumentParts): Place => {
  const slices = new Slices();
  return async (inputs) => {
    const phrases = new Set<string>();
    for (const input of inputs) {
      const phrase = phraseOf(input);
      if (phrase !== undefined) phrases.add(phrase);
    }
    const found = await slices.run(placePhrases(await blocks.use(), phrases), assertOpen);
    return inputs.map((input) => placeOne(input, found));
  };
};

/** What has to be found in the document; undefined where nothing has. */
const phraseOf = (input: AnnotationInput): string | undefined =>
  isReviewInput(input) || !needsContent(input) ? undefined : input.originalText;

const placeOne = (input: AnnotationInput, found: Placements): Placed => {
  const phrase = phraseOf(input);
  if (phrase === undefined) return placeWithoutContent(input);
  const place = found.get(phrase);
  return place === undefined ? { placement: 'unplaced' } : { placement: 'exact', ...place };
};
