import type { AnnotationInput } from '../../shared/annotations/annotation.ts';
import { GalleyError } from '../../shared/errors.ts';
import { placePhrases, type Placements } from '../../shared/placement/place-phrases.ts';
import {
  placeWithoutContent,
  type Place,
  type Placed,
  type Placing,
} from '../annotations/placement.ts';
import { Slices } from '../annotations/slices.ts';
import type { Documents } from './documents.ts';
import { inContext, isPhrase, seekApproximately } from './place-in-document.ts';
import type { PlacedBlocks } from './placed-blocks.ts';

interface DocumentsParts {
  readonly documents: Documents;
  /** Throws once the places are no longer needed. */
  readonly assertOpen: () => void;
}

/** Finds phrases of one document. */
type Search = (
  document: string,
  phrases: readonly string[],
) => Promise<(phrase: string) => Placed | undefined>;

/**
 * Places the phrases of annotations in the documents that they name; one that names none, or an unknown one, is
 * `unplaced`. A document that nobody has opened yet is not rendered while a tool waits for its answer: that is done
 * with the approximate search, in the background.
 */
export const placeInDocuments = ({
  documents,
  assertOpen,
}: DocumentsParts): Required<Omit<Placing, 'again'>> => {
  const slices = new Slices();
  const find = async (blocks: PlacedBlocks, phrases: Iterable<string>): Promise<Placements> =>
    slices.run(placePhrases(blocks, phrases), assertOpen);
  const byContext = (place: Place): Place =>
    inContext(place, {
      documents: () => {
        const known = new Map<string | undefined, ReturnType<Documents['placed']>>();
        return (name) => {
          if (name === undefined) return undefined;
          const blocks = known.get(name) ?? documents.placed(name);
          known.set(name, blocks);
          return blocks;
        };
      },
      assertOpen,
    });
  return {
    exactly: byContext(
      placeBy(() => async (document, phrases) => {
        const blocks = await documents.placed(document);
        const found = blocks && (await find(blocks, phrases));
        return (phrase) => placed('exact', found?.get(phrase));
      }),
    ),
    approximately: byContext(
      placeBy(() => {
        const seek = seekApproximately();
        return async (document, phrases) => {
          assertOpen();
          const blocks = await renderedBlocks(documents, document);
          if (blocks === undefined) return () => undefined;
          const exact = await find(blocks, phrases);
          const missing = phrases.filter((phrase) => !exact.has(phrase));
          const close = await slices.run(seek(blocks, missing), assertOpen);
          return (phrase) =>
            placed('exact', exact.get(phrase)) ?? placed('approximate', close.get(phrase));
        };
      }),
    ),
  };
};

const placed = (
  placement: 'exact' | 'approximate',
  found: ReturnType<Placements['get']>,
): Placed | undefined => found && { placement, ...found };

/** Undefined for an unknown document, and for one that cannot be shown. */
const renderedBlocks = async (
  documents: Documents,
  name: string,
): Promise<PlacedBlocks | undefined> => {
  try {
    await documents.have(name);
  } catch (error) {
    if (error instanceof GalleyError) return undefined;
    throw error;
  }
  return documents.placed(name);
};

const placeBy =
  (begin: () => Search): Place =>
  async (inputs) => {
    const search = begin();
    const sought = new Map<string, string[]>();
    for (const input of inputs) {
      if (!isPhrase(input) || input.filePath === undefined) continue;
      const phrases = sought.get(input.filePath);
      if (phrases === undefined) sought.set(input.filePath, [input.originalText]);
      else phrases.push(input.originalText);
    }
    const found = new Map<string, (phrase: string) => Placed | undefined>();
    for (const [document, phrases] of sought) found.set(document, await search(document, phrases));
    return inputs.map((input) => placeOf(input, found));
  };

const placeOf = (
  input: AnnotationInput,
  found: ReadonlyMap<string, (phrase: string) => Placed | undefined>,
): Placed => {
  if (!isPhrase(input)) return placeWithoutContent(input);
  return found.get(input.filePath ?? '')?.(input.originalText) ?? { placement: 'unplaced' };
};
