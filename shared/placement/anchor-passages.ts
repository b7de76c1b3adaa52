import type { DocumentComment } from '../annotations/comment.ts';
import { betweenNeighbours, type Anchor, type NumberedTexts, type NumberRange } from './anchor.ts';
import { cutsWord } from './cut-words.ts';
import { matchTexts } from './match-texts.ts';
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
  /** Where blocks are now, by their ids; without those that are gone or changed. */
  readonly moved: ReadonlyMap<string, PlacedBlock>;
  /** What blocks a passage may be in whose own has changed or is gone: those that were not there before. */
  readonly fresh: Sought;
  readonly all: Sought;
}

/** Where passages are sought. */
interface Sought {
  readonly blocks: readonly PlacedBlock[];
  /** Places of the phrases that were found verbatim. */
  readonly known: Placements;
}

const nothing: Sought = { blocks: [], known: new Map() };
const emptyFile: FileVersions = {
  before: [],
  blocks: [],
  texts: { before: new Map(), after: new Map() },
  moved: new Map(),
  fresh: nothing,
  all: nothing,
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
  const files = new Map<string | undefined, FileVersions>();
  for (const [file, blocks] of byFile(after)) {
    const own = passages.filter((passage) => passage.file === file);
    files.set(
      file,
      yield* compareFile(own, { before: filesBefore.get(file) ?? [], after: blocks }),
    );
  }
  const anchors: PassageAnchor[] = [];
  for (const passage of passages)
    anchors.push(yield* anchorPassage(passage, files.get(passage.file) ?? emptyFile, budget));
  return anchors;
}

function* compareFile(
  passages: readonly QuotedPassage[],
  { before, after: blocks }: Versions,
): Generator<void, FileVersions> {
  const [were, are] = [numbered(before), numbered(blocks)];
  const { places, kept } = yield* matchTexts({ before: were, after: are });
  const moved = new Map<string, PlacedBlock>();
  for (const [from, to] of places) {
    const [was, is] = [before[from], blocks[to]];
    if (was !== undefined && is !== undefined) moved.set(was.id, is);
  }
  const phrases = passages.flatMap((passage) => [...wordings(passage), passage.foundText ?? '']);
  const fresh = blocks.filter((_, index) => !kept.has(index));
  const all = { blocks, known: yield* placePhrases(blocks, phrases) };
  return {
    before,
    blocks,
    texts: { before: textsOf(before), after: textsOf(blocks) },
    moved,
    all,
    fresh:
      fresh.length === blocks.length
        ? all
        : { blocks: fresh, known: yield* placePhrases(fresh, phrases) },
  };
}

function* anchorPassage(
  passage: QuotedPassage,
  file: FileVersions,
  budget: WorkBudget,
): Generator<void, PassageAnchor> {
  const { texts, moved } = file;
  const { blockId = '', startOffset = 0, endOffset = 0 } = passage;
  const there = texts.before.get(blockId)?.slice(startOffset, endOffset) ?? '';
  const stood = there !== '' && wordings(passage).includes(there);
  const stoodChanged = !stood && there !== '' && there === passage.foundText;
  const block = stood || stoodChanged ? moved.get(blockId) : undefined;
  if (block !== undefined) {
    const place = placementAt(block, [startOffset, endOffset]);
    const back = stood ? place : yield* placeExactly(passage, { ...file, in: file.fresh }, budget);
    return back === undefined ? { kind: 'approximate', place } : { kind: 'exact', place: back };
  }
  // Where it was not in the former text, it may be from this one.
  if (!stood && !stoodChanged && passage.isOutdated !== true) {
    const place =
      placeUnmoved(passage, file) ??
      (yield* placeExactly(passage, { ...file, in: file.all }, budget));
    if (place !== undefined) return { kind: 'exact', place };
  } else {
    const place = yield* placeExactly(passage, { ...file, in: file.fresh }, budget);
    if (place !== undefined && isOnlyThere(passage, place, file)) return { kind: 'exact', place };
    if (place !== undefined)
      return passage.isOutdated === true
        ? { kind: 'unplaced', was: passage.originalText }
        : { kind: 'approximate', place };
  }
  return yield* placeChanged(passage, file, budget);
}

/** Whether what stands at a new place can be no other: the same words are nowhere else, or its neighbours are the same. */
const isOnlyThere = (
  passage: QuotedPassage,
  place: PhrasePlacement,
  { before, blocks }: FileVersions,
): boolean => {
  const range = rangeOfBlock(passage, { before, after: blocks });
  if (range !== undefined) {
    const index = blocks.findIndex(({ id }) => id === place.blockId);
    if (range[0] <= index && index <= range[1]) return true;
  }
  const [text = ''] = wordings(passage).slice(-1);
  return blocks.every(({ id, text: words }) => id === place.blockId || !words.includes(text));
};

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

const textsOf = (blocks: readonly PlacedBlock[]): ReadonlyMap<string, string> =>
  new Map(blocks.map(({ id, text }) => [id, text]));

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

/** Its place, if the same words are there: they may also occur above it. */
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
  { texts }: Pick<FileVersions, 'texts'>,
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
  { in: { blocks, known }, texts }: Pick<FileVersions, 'texts'> & { readonly in: Sought },
  budget: WorkBudget,
): Generator<void, PhrasePlacement | undefined> {
  const isOther = (place: PhrasePlacement) => isInOtherWord(passage, { texts }, place);
  for (const text of wordings(passage)) {
    const first = known.get(text);
    if (first === undefined) continue;
    const quote = { ...quoteOf(passage, text), isOther };
    const place = (yield* placeByContext(blocks, quote, budget)) ?? first;
    if (!isOther(place)) return place;
  }
  return undefined;
}

function* placeChanged(
  passage: QuotedPassage,
  file: FileVersions,
  budget: WorkBudget,
): Generator<void, PassageAnchor> {
  const { blocks, before, fresh } = file;
  // The text found last time is as close as before.
  const same = fresh.known.get(passage.foundText ?? '');
  if (same !== undefined) return { kind: 'approximate', place: same };
  for (const text of wordings(passage)) {
    const isOther = (place: PhrasePlacement) => isInOtherWord(passage, file, place);
    const quote = { ...quoteOf(passage, text), isOther };
    const place = yield* placeApproximately(fresh.blocks, quote, budget);
    if (place !== undefined) return { kind: 'approximate', place };
  }
  const place = placeOfBlock(passage, { before, after: blocks });
  return place === undefined
    ? { kind: 'unplaced', was: passage.originalText }
    : { kind: 'replaced', place };
}

/** The block that replaced the passage's own. */
const placeOfBlock = (passage: QuotedPassage, versions: Versions): PhrasePlacement | undefined => {
  const range = rangeOfBlock(passage, versions);
  const block = range !== undefined && range[0] === range[1] ? versions.after[range[0]] : undefined;
  const text = block?.text.trim() ?? '';
  if (block === undefined || text === '') return undefined;
  const start = block.text.indexOf(text);
  return placementAt(block, [start, start + text.length]);
};

/** The indexes of what is between the neighbours of the passage's own block. */
const rangeOfBlock = (
  { blockId, originalText = '', foundText = originalText, startOffset = 0 }: QuotedPassage,
  { before, after }: Versions,
): NumberRange | undefined => {
  const index = before.findIndex(({ id }) => id === blockId);
  // A passage that was lost before had its place elsewhere.
  if (before[index]?.text.startsWith(foundText.split(joint, 1)[0] ?? '', startOffset) !== true)
    return undefined;
  return betweenNeighbours({ before: numbered(before), after: numbered(after) }, [index, index]);
};

const numbered = (blocks: readonly PlacedBlock[]): NumberedTexts =>
  new Map(blocks.map(({ text }, index) => [index, text]));

const quoteOf = ({ prefix, suffix, startLine }: QuotedPassage, text: string): Quote => ({
  text,
  prefix,
  suffix,
  line: startLine,
});
