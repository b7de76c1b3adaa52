import type { DocumentComment } from '../../../../shared/annotations/comment.ts';
import type { Block } from '../../../../shared/placement/blocks.ts';
import { placementAt } from '../../../../shared/placement/placement-at.ts';
import type { Passage } from '../../../../shared/session/editor.ts';
import type { TextRange } from '../selection-slice.ts';
import { trimRange } from '../../../shell/text-offsets.ts';

/** A range in a block's text. */
export interface BlockRange {
  readonly block: Block;
  readonly start: number;
  readonly end: number;
}

/** Separator between blocks in the text of a passage. */
const joint = '\n\n';
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
    originalText: parts
      .map(({ block, start, end }) => block.text.slice(start, end))
      .join(joint)
      .slice(0, maxQuoteLength),
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
  'blockId' | 'startOffset' | 'endOffset' | 'originalText' | 'foundText'
>;

/** The ranges of a comment per block; empty if it has no place, or if the text is gone since a refresh. */
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

/** Matches the rest of a passage against the next blocks: whole blocks, except that the last one may be partial. */
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

/** The block of a comment; undefined if it has no place in these blocks. */
export const blockOf = (comment: DocumentComment, blocks: readonly Block[]): string | undefined =>
  comment.type === 'GLOBAL_COMMENT' ? undefined : rangesOf(comment, blocks)[0]?.block.id;
