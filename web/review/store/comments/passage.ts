import type { DocumentComment } from '../../../../shared/annotations/comment.ts';
import type { Block } from '../../../../shared/placement/blocks.ts';
import { placementAt } from '../../../../shared/placement/placement-at.ts';
import type { Passage } from '../../../../shared/session/editor.ts';
import type { TextRange } from '../selection-slice.ts';
import { trimRange } from '../../../shell/text-offsets.ts';

/** A range of a block's text. */
export interface BlockRange {
  readonly block: Block;
  readonly start: number;
  readonly end: number;
}

/** What stands between the parts of a passage that goes over several blocks. */
const joint = '\n\n';
const maxQuoteLength = 65_536;

/** The passage that these ranges make, in the order of the document; undefined where they hold no text. */
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
    originalText: parts
      .map(({ block, start, end }) => block.text.slice(start, end))
      .join(joint)
      .slice(0, maxQuoteLength),
    ...(first.block.file === undefined ? {} : { file: first.block.file }),
  };
};

/** A block, or an item of it, as a passage; undefined where it has no text. */
export const blockPassage = (
  block: Block,
  item: TextRange = { start: 0, end: block.text.length },
): Passage | undefined => toPassage([{ block, ...item }]);

type Placed = Pick<
  DocumentComment,
  'blockId' | 'startOffset' | 'endOffset' | 'originalText' | 'foundText'
>;

/**
 * Where a comment's text stands, block by block; none where it has no place, or where its words are not there any
 * more because the document is another one.
 */
export const rangesOf = (
  { blockId, startOffset, endOffset, originalText, foundText = originalText }: Placed,
  blocks: readonly Block[],
): readonly BlockRange[] => {
  const index = blocks.findIndex(({ id }) => id === blockId);
  const first = blocks[index];
  if (first === undefined || startOffset === undefined || endOffset === undefined) return [];
  const ranges: BlockRange[] = [{ block: first, start: startOffset, end: endOffset }];
  if (foundText === undefined) return ranges;
  const piece = first.text.slice(startOffset, endOffset);
  if (!foundText.startsWith(piece.slice(0, maxQuoteLength))) return [];
  return [...ranges, ...followingRanges(blocks.slice(index + 1), foundText.slice(piece.length))];
};

/** Follows the rest of a passage into the next blocks: each of them whole, but the last up to where the text ends. */
const followingRanges = (blocks: readonly Block[], text: string): BlockRange[] => {
  const ranges: BlockRange[] = [];
  let rest = text;
  for (const block of blocks) {
    if (!rest.startsWith(joint)) break;
    const whole = trimRange(block.text, 0, block.text.length);
    if (whole === undefined) continue;
    const wanted = rest.slice(joint.length);
    const there = block.text.slice(whole.start, whole.end);
    const length = wanted.startsWith(there) ? there.length : wanted.length;
    if (!there.startsWith(wanted.slice(0, length))) break;
    ranges.push({ block, start: whole.start, end: whole.start + length });
    rest = wanted.slice(length);
  }
  return ranges;
};

/** The block below which a comment stands; undefined where it has no place in these blocks. */
export const blockOf = (comment: DocumentComment, blocks: readonly Block[]): string | undefined =>
  comment.type === 'GLOBAL_COMMENT' ? undefined : rangesOf(comment, blocks)[0]?.block.id;
