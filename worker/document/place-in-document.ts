import type { AnnotationInput } from '../../shared/annotations/annotation.ts';
import type { DocumentAnnotationInput } from '../../shared/annotations/document-annotation.ts';
import { BlockGrams } from '../../shared/placement/block-grams.ts';
import { joint } from '../../shared/placement/passage-ranges.ts';
import { placeApproximately, maxWork } from '../../shared/placement/place-approximately.ts';
import { placePhrases, type Placements } from '../../shared/placement/place-phrases.ts';
import type { PlacedBlock } from '../../shared/placement/placement-at.ts';
import type { PlacedBlocks } from './placed-blocks.ts';
import type { CachedFile } from '../content/spool-file.ts';
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
  readonly blocks: Pick<CachedFile<PlacedBlocks>, 'use'>;
  /** Throws once the places are no longer needed. */
  readonly assertOpen: () => void;
}

/** Phrases to search, by document; the key is undefined if there is only one document. */
type Sought = Map<string | undefined, Set<string>>;
/** Placements found, by the same keys. */
type Found = Map<string | undefined, Placements>;

/** Searches phrases in blocks; equal phrases share a placement. */
type Seek = (
  blocks: readonly PlacedBlock[],
  phrases: Iterable<string>,
) => Generator<void, Placements>;

/**
 * Places the phrases of a plan or document in its blocks. Phrases that are not found, or that name an unknown document,
 * are `unplaced`. With a single document, the name is ignored.
 */
export const placeInDocument = (parts: DocumentParts): Placing => ({
  exactly: inContext(placeBy(parts, { seek: () => placePhrases, placement: 'exact' }), {
    ...parts,
    documents: async () => {
      const all = await parts.blocks.use();
      const documents = documentsOf(all);
      return (name) => (documents.size === 0 ? all : documents.get(name ?? ''));
    },
  }),
  approximately: placeBy(parts, {
    seek: seekApproximately,
    placement: 'approximate',
  }),
});

type BlocksOf = (
  document: string | undefined,
) => PlacedBlocks | undefined | Promise<PlacedBlocks | undefined>;

interface ContextParts extends Pick<DocumentParts, 'assertOpen'> {
  /** How to find the blocks of a document, for one request. */
  readonly documents: () => BlocksOf | Promise<BlocksOf>;
}

/**
 * Places annotations that say what stands around their phrases where that is, if there are several places, and those
 * whose phrases go over several blocks.
 */
export const inContext = (place: Place, { documents, assertOpen }: ContextParts): Place => {
  const slices = new Slices();
  return async (inputs) => {
    const placed = await place(inputs);
    const isSought = (input: AnnotationInput, at: number): input is Phrase => {
      const placement = placed[at]?.placement;
      return placement === 'unplaced'
        ? isOverBlocks(input)
        : hasContext(input) && placement === 'exact';
    };
    if (!inputs.some(isSought)) return placed;
    const blocksOf = await documents();
    const byBlocks = new Map<PlacedBlocks, { at: number; input: Phrase; first: Placed }[]>();
    for (const [at, input] of inputs.entries()) {
      const blocks = isSought(input, at) ? await blocksOf(input.filePath) : undefined;
      if (blocks === undefined) continue;
      const own = byBlocks.get(blocks) ?? [];
      byBlocks.set(blocks, own);
      own.push({ at, input: input as Phrase, first: placed[at] ?? unplaced });
    }
    const { placesByContext } = await import('./place-by-context.ts');
    const places = [...placed];
    for (const [blocks, own] of byBlocks) {
      const found = await slices.run(placesByContext(blocks, own), assertOpen);
      for (const [index, { at }] of own.entries()) places[at] = found[index] ?? unplaced;
    }
    return places;
  };
};

const unplaced: Placed = { placement: 'unplaced' };

const isOverBlocks = (input: AnnotationInput): input is Phrase =>
  isPhrase(input) && input.originalText.includes(joint);

const hasContext = (input: AnnotationInput): input is Phrase =>
  isPhrase(input) && (input.prefix !== undefined || input.suffix !== undefined);

/** Searches phrases one after the other, within one budget. */
export const seekApproximately = (): Seek => {
  const budget = { steps: maxWork, grams: new BlockGrams() };
  return function* (blocks, phrases) {
    const placements: Placements = new Map();
    for (const text of phrases) {
      const place = yield* placeApproximately(blocks, { text }, budget);
      if (place !== undefined) placements.set(text, place);
    }
    return placements;
  };
};

interface Way {
  /** For phrases that are searched together. */
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
      // Unknown names are skipped; there may be as many as there are findings.
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

/** The blocks by document name; empty if there is only one document. */
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

type Phrase = DocumentAnnotationInput & { readonly originalText: string };

/** Whether the input has a phrase to search for. */
export const isPhrase = (input: AnnotationInput): input is Phrase =>
  !isReviewInput(input) && needsContent(input) && input.originalText !== undefined;
