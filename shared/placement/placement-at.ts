import type { Block } from './blocks.ts';

/** A phrase's place: offsets are UTF-16 units of the block's text, lines are 1-based source lines. */
export interface PhrasePlacement {
  readonly blockId: string;
  readonly startOffset: number;
  readonly endOffset: number;
  readonly startLine: number;
  readonly endLine: number;
}

/** The parts of a block needed for placement. */
export type PlacedBlock = Pick<Block, 'id' | 'startLine' | 'endLine' | 'text' | 'marks' | 'file'>;

/** Counts line breaks before an offset of a block's text. */
type CountBreaks = (offset: number) => number;

/** The placement of a range in a block's text. @param countBreaks shared when placing many in one block */
export const placementAt = (
  block: PlacedBlock,
  [startOffset, endOffset]: readonly [number, number],
  countBreaks: CountBreaks = (offset) => breaksBetween(block.text, 0, offset),
): PhrasePlacement => ({
  blockId: block.id,
  startOffset,
  endOffset,
  startLine: lineAt(block, startOffset, countBreaks),
  endLine: lineAt(block, Math.max(startOffset, endOffset - 1), countBreaks),
});

/** Number of line breaks in a range of a text. */
export const breaksBetween = (text: string, from: number, to: number): number => {
  let breaks = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1))
    breaks += 1;
  return breaks;
};

/** The source line of an offset: the last known line start plus the line breaks since. */
const lineAt = (
  { marks, startLine, endLine }: PlacedBlock,
  offset: number,
  countBreaks: CountBreaks,
): number => {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((marks[middle]?.[0] ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  const [from, line] = marks[low - 1] ?? [0, startLine];
  return Math.min(line + countBreaks(offset) - countBreaks(from), endLine);
};
