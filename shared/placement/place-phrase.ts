import type { Block } from './blocks.ts';

/** Where a phrase stands: offsets are UTF-16 units of the block's text, lines 1-based lines of the source. */
export interface PhrasePlacement {
  readonly blockId: string;
  readonly startOffset: number;
  readonly endOffset: number;
  readonly startLine: number;
  readonly endLine: number;
}

type PlacedBlock = Pick<Block, 'id' | 'startLine' | 'endLine' | 'text' | 'marks'>;

/**
 * The first place where `phrase` stands, in the order of the document; undefined where it stands nowhere.
 * A phrase that differs from the text only in its white space (a line wrapped elsewhere) is found too.
 */
export const placePhrase = (
  blocks: readonly PlacedBlock[],
  phrase: string,
): PhrasePlacement | undefined => {
  for (const block of blocks) {
    const start = block.text.indexOf(phrase);
    if (start >= 0) return placementAt(block, start, start + phrase.length);
  }
  const loose = loosePattern(phrase);
  if (loose === undefined) return undefined;
  for (const block of blocks) {
    const found = loose.exec(block.text);
    if (found !== null) return placementAt(block, found.index, found.index + found[0].length);
  }
  return undefined;
};

/** The placement of a range of a block's text. */
export const placementAt = (
  block: PlacedBlock,
  startOffset: number,
  endOffset: number,
): PhrasePlacement => ({
  blockId: block.id,
  startOffset,
  endOffset,
  startLine: lineAt(block, startOffset),
  endLine: lineAt(block, Math.max(startOffset, endOffset - 1)),
});

/** The source line of an offset: the last known line start before it, and the line breaks in between. */
const lineAt = (block: PlacedBlock, offset: number): number => {
  let from = 0;
  let line = block.startLine;
  for (const [markOffset, markLine] of block.marks) {
    if (markOffset > offset) break;
    from = markOffset;
    line = markLine;
  }
  for (
    let at = block.text.indexOf('\n', from);
    at >= 0 && at < offset;
    at = block.text.indexOf('\n', at + 1)
  )
    line += 1;
  return Math.min(line, block.endLine);
};

/** The phrase with any white space where it has some; undefined where it has none, so that nothing would differ. */
const loosePattern = (phrase: string): RegExp | undefined => {
  const words = phrase.split(/\s+/u).filter((word) => word !== '');
  if (words.length < 2) return undefined;
  return new RegExp(
    words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&')).join('\\s+'),
  );
};
