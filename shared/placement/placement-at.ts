import type { Block } from './blocks.ts';

/** Where a phrase stands: offsets are UTF-16 units of the block's text, lines 1-based lines of the source. */
export interface PhrasePlacement {
  readonly blockId: string;
  readonly startOffset: number;
  readonly endOffset: number;
  readonly startLine: number;
  readonly endLine: number;
}

/** What placement needs of a block. */
export type PlacedBlock = Pick<Block, 'id' | 'startLine' | 'endLine' | 'text' | 'marks' | 'file'>;

/** How many line breaks stand before an offset of a block's text. */
export type CountBreaks = (offset: number) => number;

/** The placement of a range of a block's text; who places many in one block counts its line breaks once. */
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

/** How many line breaks stand in a range of a text. */
export const breaksBetween = (text: string, from: number, to: number): number => {
  let breaks = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1))
    breaks += 1;
  return breaks;
};

/** The source line of an offset: the last known line start before it, and the line breaks in between. */
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
