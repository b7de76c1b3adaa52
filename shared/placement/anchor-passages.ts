import type { DocumentComment } from '../annotations/comment.ts';
import { betweenNeighbours, type Anchor } from './anchor.ts';
import { cutsWord } from './cut-words.ts';
import { joint } from './passage-ranges.ts';
import {
  placeApproximately,
  placeByContext,
  maxWork,
  type Quote,
  type WorkBudget,
} from './place-approximately.ts';
import { placePhrases, type Placements } from './place-phrases.ts';
import { placementAt, type PhrasePlacement, type PlacedBlock } from './placement-at.ts';

/** A quoted passage with its last known place. */
export type QuotedPassage = Pick<
  DocumentComment,
  | 'blockId'
  | 'startOffset'
  | 'endOffset'
  | 'startLine'
  | 'endLine'
  | 'originalText'
  | 'foundText'
  | 'isOutdated'
  | 'prefix'
  | 'suffix'
  | 'file'
>;

/** Two versions of a document. */
interface Versions {
  readonly before: readonly PlacedBlock[];
  readonly after: readonly PlacedBlock[];
}

/** Two versions of one file of the document. */
interface FileVersions {
  readonly before: readonly PlacedBlock[];
  readonly blocks: readonly PlacedBlock[];
  /** The texts of both by block id. */
  readonly texts: Record<'before' | 'after', ReadonlyMap<string, string>>;
  /** Places of the phrases that were found verbatim. */
  readonly known: Placements;
  /** Ids of blocks whose text existed before, so they belong to other passages. */
  readonly kept: ReadonlySet<string>;
}

const textsOf = (blocks: readonly PlacedBlock[]): ReadonlyMap<string, string> =>
  new Map(blocks.map(({ id, text }) => [id, text]));

const emptyFile: FileVersions = {
  before: [],
  blocks: [],
  texts: { before: new Map(), after: new Map() },
  known: new Map(),
  kept: new Set(),
};

export type PassageAnchor = Anchor<PhrasePlacement>;

/** Maximum length of a comment's text. */
const maxTextLength = 65_536;

/** Finds the new places of passages in another version of a document, in order and in short steps. */
export function* anchorPassages(
  passages: readonly QuotedPassage[],
  { before, after }: Versions,
): Generator<void, PassageAnchor[]> {
  const budget = { steps: maxWork };
  const filesBefore = byFile(before);
  const textsBefore = new Set(before.map(({ text }) => text));
  const files = new Map<string | undefined, FileVersions>();
  for (const [file, blocks] of byFile(after)) {
    const own = passages.filter((passage) => passage.file === file);
    const phrases = own.flatMap((passage) => [...wordings(passage), passage.foundText ?? '']);
    const known = yield* placePhrases(blocks, phrases);
    const kept = new Set(blocks.filter(({ text }) => textsBefore.has(text)).map(({ id }) => id));
    const old = filesBefore.get(file) ?? [];
    const texts = { before: textsOf(old), after: textsOf(blocks) };
    files.set(file, { before: old, blocks, texts, known, kept });
  }
  const anchors: PassageAnchor[] = [];
  for (const passage of passages) {
    const file = files.get(passage.file) ?? emptyFile;
    const place = placeUnmoved(passage, file) ?? (yield* placeExactly(passage, file, budget));
    anchors.push(
      place === undefined ? yield* placeChanged(passage, file, budget) : { kind: 'exact', place },
    );
  }
  return anchors;
}

/** Moves a passage to its new place, with the text found there if it differs. Without a place it keeps its lines. */
export const anchored = <Passage extends QuotedPassage>(
  passage: Passage,
  anchor: PassageAnchor,
  blocks: readonly PlacedBlock[],
): Passage => {
  // The same, so that those who look for changes find none.
  if (anchor.kind === 'unplaced' && passage.isOutdated === true) return passage;
  const { foundText: _found, isOutdated: _outdated, ...rest } = passage;
  // The block with its id is another one by now.
  if (anchor.kind === 'unplaced') return { ...rest, isOutdated: true, blockId: '' } as Passage;
  const { place, kind } = anchor;
  const lines = (passage.endLine ?? 0) - (passage.startLine ?? 0);
  const moved = { ...rest, ...place };
  // A passage over several blocks ends below its first part.
  if (kind === 'exact')
    return { ...moved, endLine: Math.max(place.endLine, place.startLine + lines) } as Passage;
  const there = blocks.find(({ id }) => id === place.blockId)?.text ?? '';
  return {
    ...moved,
    foundText: there.slice(place.startOffset, place.endOffset).slice(0, maxTextLength),
  } as Passage;
};

/** The phrases to search for: the whole passage, and its first part if it spans several blocks. */
const wordings = ({ originalText = '' }: QuotedPassage): string[] => {
  const [first = ''] = originalText.split(joint, 1);
  return first === originalText ? [originalText] : [originalText, first];
};

const byFile = (
  blocks: readonly PlacedBlock[],
): ReadonlyMap<string | undefined, readonly PlacedBlock[]> => {
  const files = new Map<string | undefined, PlacedBlock[]>();
  for (const block of blocks) {
    const own = files.get(block.file);
    if (own === undefined) files.set(block.file, [block]);
    else own.push(block);
  }
  return files;
};

/** Tries the old place first: the same words may also occur above it. */
const placeUnmoved = (passage: QuotedPassage, file: FileVersions): PhrasePlacement | undefined => {
  const { blockId, startOffset = 0, endOffset = 0 } = passage;
  const block = file.blocks.find(({ id }) => id === blockId);
  const there = block?.text.slice(startOffset, endOffset) ?? '';
  if (block === undefined || there === '' || !wordings(passage).includes(there)) return undefined;
  const place = placementAt(block, [startOffset, endOffset]);
  return isInOtherWord(passage, file, place) ? undefined : place;
};

/** Whether a place is within another word, although the quote was not within one. */
const isInOtherWord = (
  { blockId = '', startOffset = 0, endOffset = 0, originalText = '', ...around }: QuotedPassage,
  { texts }: FileVersions,
  place: PhrasePlacement,
): boolean => {
  const now = texts.after.get(place.blockId) ?? '';
  if (!cutsWord(now, place.startOffset, place.endOffset)) return false;
  const was = texts.before.get(blockId);
  if (was !== undefined) return !cutsWord(was, startOffset, endOffset);
  const { prefix = '', suffix = '' } = around;
  const end = prefix.length + originalText.length;
  return !cutsWord(`${prefix}${originalText}${suffix}`, prefix.length, end);
};

function* placeExactly(
  passage: QuotedPassage,
  file: FileVersions,
  budget: WorkBudget,
): Generator<void, PhrasePlacement | undefined> {
  const isOther = (place: PhrasePlacement) => isInOtherWord(passage, file, place);
  for (const text of wordings(passage)) {
    const first = file.known.get(text);
    if (first === undefined) continue;
    const quote = { ...quoteOf(passage, text), isOther };
    const place = (yield* placeByContext(file.blocks, quote, budget)) ?? first;
    if (!isOther(place)) return place;
  }
  return undefined;
}

function* placeChanged(
  passage: QuotedPassage,
  file: FileVersions,
  budget: WorkBudget,
): Generator<void, PassageAnchor> {
  const { blocks, before, known, kept } = file;
  // The text found last time is as close as before.
  const same = known.get(passage.foundText ?? '');
  if (same !== undefined) return { kind: 'approximate', place: same };
  for (const text of wordings(passage)) {
    const isOther = (place: PhrasePlacement) =>
      kept.has(place.blockId) || isInOtherWord(passage, file, place);
    const quote = { ...quoteOf(passage, text), isOther };
    const place = yield* placeApproximately(blocks, quote, budget);
    if (place !== undefined) return { kind: 'approximate', place };
  }
  const place = placeOfBlock(passage, { before, after: blocks });
  return place === undefined
    ? { kind: 'unplaced', was: passage.originalText }
    : { kind: 'replaced', place };
}

/** The block that replaced the passage's own. */
const placeOfBlock = (
  { blockId, originalText = '', foundText = originalText, startOffset = 0 }: QuotedPassage,
  { before, after }: Versions,
): PhrasePlacement | undefined => {
  const index = before.findIndex(({ id }) => id === blockId);
  // A passage that was lost before had its place elsewhere.
  if (before[index]?.text.startsWith(foundText.split(joint, 1)[0] ?? '', startOffset) !== true)
    return undefined;
  const range = betweenNeighbours({ before: numbered(before), after: numbered(after) }, [
    index,
    index,
  ]);
  const block = range !== undefined && range[0] === range[1] ? after[range[0]] : undefined;
  const text = block?.text.trim() ?? '';
  if (block === undefined || text === '') return undefined;
  const start = block.text.indexOf(text);
  return placementAt(block, [start, start + text.length]);
};

const numbered = (blocks: readonly PlacedBlock[]): ReadonlyMap<number, string> =>
  new Map(blocks.map(({ text }, index) => [index, text]));

const quoteOf = ({ prefix, suffix, startLine }: QuotedPassage, text: string): Quote => ({
  text,
  prefix,
  suffix,
  line: startLine,
});
