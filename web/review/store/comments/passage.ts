import type { Comment, DocumentComment } from '../../../../shared/annotations/comment.ts';
import type { Block } from '../../../../shared/placement/blocks.ts';
import {
  followingRanges,
  joint,
  passageText,
  trimRange,
  type RangeIn,
} from '../../../../shared/placement/passage-ranges.ts';
import { placementAt } from '../../../../shared/placement/placement-at.ts';
import { wordsBefore, wordsBehind } from '../../../../shared/placement/words-around.ts';
import type { Passage } from '../../../../shared/session/editor.ts';
import type { TextRange } from '../selection-slice.ts';

export type BlockRange = RangeIn<Block>;

const maxQuoteLength = 65_536;

/** Builds a passage from ranges in document order; undefined if they are empty. */
export const toPassage = (ranges: readonly BlockRange[]): Passage | undefined => {
  const parts: BlockRange[] = [];
  for (const { block, start, end } of ranges) {
    const range = trimRange(block.text, start, end);
    if (range !== undefined) parts.push({ block, ...range });
  }
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return {
    ...placementAt(first.block, [first.start, first.end]),
    endLine: placementAt(last.block, [last.start, last.end]).endLine,
    originalText: passageText(parts).slice(0, maxQuoteLength),
    ...(first.block.file === undefined ? {} : { file: first.block.file }),
  };
};

/** A passage of a whole block or item; undefined if it is empty. */
export const blockPassage = (
  block: Block,
  item: TextRange = { start: 0, end: block.text.length },
): Passage | undefined => toPassage([{ block, ...item }]);

type Placed = Pick<
  DocumentComment,
  'blockId' | 'startOffset' | 'endOffset' | 'originalText' | 'foundText' | 'file'
>;

/** The ranges of a comment per block; empty if it has no place, or if the text is gone since a refresh. */
export const rangesOf = (
  { blockId, startOffset, endOffset, originalText, foundText = originalText, file }: Placed,
  blocks: readonly Block[],
): readonly BlockRange[] => {
  const index = blocks.findIndex(({ id }) => id === blockId);
  const first = blocks[index];
  if (first === undefined || startOffset === undefined || endOffset === undefined) return [];
  if (file !== undefined && file !== first.file) return [];
  const ranges: BlockRange[] = [{ block: first, start: startOffset, end: endOffset }];
  if (foundText === undefined) return ranges;
  const piece = first.text.slice(startOffset, endOffset);
  if (!foundText.startsWith(piece.slice(0, maxQuoteLength))) return [];
  const following = followingRanges(blocks, index + 1, foundText.slice(piece.length));
  return [...ranges, ...following.ranges];
};

/** Whether a comment or finding quotes several blocks. */
export const isOnSeveral = ({ originalText }: Placed): boolean =>
  originalText?.includes(joint) === true;

/** The block of a comment; undefined if it has no place in these blocks. */
export const blockOf = (comment: DocumentComment, blocks: readonly Block[]): string | undefined =>
  comment.type === 'GLOBAL_COMMENT' ? undefined : rangesOf(comment, blocks)[0]?.block.id;

const maxSectionLength = 200;

/** A block and the heading above it. */
interface Place {
  readonly block: Block;
  readonly section: string | undefined;
}

/** Cached per content, for bulk accepts. */
const known = new WeakMap<readonly Block[], ReadonlyMap<string, Place>>();

/** Adds surrounding text, heading and file to a comment, unless it has them. */
export const withSurroundings = (comment: Comment, blocks: readonly Block[]): Comment => {
  if ('scope' in comment || comment.type === 'GLOBAL_COMMENT' || hasSurroundings(comment))
    return comment;
  const place = placesOf(blocks).get(comment.blockId ?? '');
  if (place === undefined) return comment;
  const { block, section } = place;
  const { startOffset = 0, endOffset = 0, originalText } = comment;
  // If the passage continues in the next block, there is no suffix.
  const isWithin = block.text.slice(startOffset, endOffset) === originalText;
  const prefix = wordsBefore(block.text, startOffset);
  const suffix = isWithin ? wordsBehind(block.text, endOffset) : '';
  return {
    ...comment,
    ...(prefix === '' ? {} : { prefix }),
    ...(suffix === '' ? {} : { suffix }),
    ...(section === undefined ? {} : { section }),
    ...(block.file === undefined ? {} : { file: block.file }),
  };
};

const hasSurroundings = ({ prefix, suffix, section }: DocumentComment): boolean =>
  prefix !== undefined || suffix !== undefined || section !== undefined;

/** The blocks by id, each with its heading. */
export const placesOf = (blocks: readonly Block[]): ReadonlyMap<string, Place> => {
  const found = known.get(blocks);
  if (found !== undefined) return found;
  const places = new Map<string, Place>();
  let heading: Block | undefined;
  for (const block of blocks) {
    if (block.kind === 'heading' && block.text.trim() !== '') heading = block;
    const isOfFile = heading !== undefined && heading.file === block.file;
    places.set(block.id, { block, section: isOfFile ? sectionOf(heading) : undefined });
  }
  known.set(blocks, places);
  return places;
};

const sectionOf = (heading: Block | undefined): string | undefined =>
  heading?.text.trim().slice(0, maxSectionLength);
