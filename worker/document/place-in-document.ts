import type { AnnotationInput } from '../../shared/annotations/annotation.ts';
import type { DocumentAnnotationInput } from '../../shared/annotations/document-annotation.ts';
import { placeApproximately, maxWork } from '../../shared/placement/place-approximately.ts';
import { placePhrases, type Placements } from '../../shared/placement/place-phrases.ts';
import type { PlacedBlock } from '../../shared/placement/placement-at.ts';
import type { PlacedBlocks } from './placed-blocks.ts';
import type { CachedFile } from '../content/cached-file.ts';
import {
  isReviewInput,
  needsContent,
  placeWithoutContent,
  type Place,
  type Placed,
  type Placing,
} from '../annotations/placement.ts';
import { Slices } from '../annotations/slices.ts';

interface DocumentParts {
  readonly blocks: CachedFile<PlacedBlocks>;
  /** Throws where nobody needs the places any more. */
  readonly assertOpen: () => void;
}

/** Phrases by the document that they are sought in; undefined for all of them. */
type Sought = Map<string | undefined, Set<string>>;
/** Where they were found, by the same. */
type Found = Map<string | undefined, Placements>;

/** How phrases are sought in blocks; placements are the same for the same phrase. */
type Seek = (
  blocks: readonly PlacedBlock[],
  phrases: Iterable<string>,
) => Generator<void, Placements>;

/**
 * Places the phrases of a plan or document in its blocks; a phrase that stands nowhere is `unplaced`, and so is one of a
 * document that there is not. Where there is but one document, each is about that.
 */
export const placeInDocument = (parts: DocumentParts): Placing => ({
  exactly: placeBy(parts, { seek: () => placePhrases, placement: 'exact' }),
  approximately: placeBy(parts, {
    seek: () => {
      const budget = { steps: maxWork };
      return function* (blocks, phrases) {
        const placements: Placements = new Map();
        for (const text of phrases) {
          const place = yield* placeApproximately(blocks, { text }, budget);
          if (place !== undefined) placements.set(text, place);
        }
        return placements;
      };
    },
    placement: 'approximate',
  }),
});

interface Way {
  /** For phrases that are sought together. */
  readonly seek: () => Seek;
  readonly placement: 'exact' | 'approximate';
}

const placeBy = ({ blocks, assertOpen }: DocumentParts, { seek, placement }: Way): Place => {
  const slices = new Slices();
  return async (inputs) => {
    const all = await blocks.use();
    const documents = inputs.some(namesDocument) ? documentsOf(all) : noDocuments;
    const documentOf = ({ filePath }: DocumentAnnotationInput) =>
      documents.size === 0 ? undefined : filePath;
    const sought: Sought = new Map();
    for (const input of inputs) {
      if (!isPhrase(input)) continue;
      const document = documentOf(input);
      const phrases = sought.get(document) ?? new Set();
      sought.set(document, phrases.add(input.originalText));
    }
    const found: Found = new Map();
    const place = seek();
    for (const [document, phrases] of sought) {
      const own = document === undefined ? all : documents.get(document);
      // There may be as many names of none as there are findings.
      if (own === undefined) continue;
      found.set(document, await slices.run(place(own, phrases), assertOpen));
    }
    return inputs.map((input): Placed => {
      if (!isPhrase(input)) return placeWithoutContent(input);
      const there = found.get(documentOf(input))?.get(input.originalText);
      return there === undefined ? { placement: 'unplaced' } : { placement, ...there };
    });
  };
};

const namesDocument = (input: AnnotationInput): boolean =>
  isPhrase(input) && input.filePath !== undefined;

const noDocuments: ReadonlyMap<string, PlacedBlocks> = new Map();

/** The blocks of each document by its name; none where there is but one document. */
const documentsOf = (blocks: PlacedBlocks): ReadonlyMap<string, PlacedBlocks> => {
  const documents = new Map<string, PlacedBlocks[number][]>();
  for (const block of blocks) {
    if (block.file === undefined) continue;
    const own = documents.get(block.file);
    if (own === undefined) documents.set(block.file, [block]);
    else own.push(block);
  }
  return documents;
};

/** Whether it has a phrase that has to be found. */
const isPhrase = (
  input: AnnotationInput,
): input is DocumentAnnotationInput & { readonly originalText: string } =>
  !isReviewInput(input) && needsContent(input) && input.originalText !== undefined;
