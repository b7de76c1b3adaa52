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
  const loose = collapse(phrase).trim();
  if (loose === '') return undefined;
  for (const block of blocks) {
    const start = collapsedText(block).indexOf(loose);
    if (start >= 0) {
      const [from, to] = expand(block.text, start, start + loose.length);
      return placementAt(block, from, to);
    }
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

/** Each run of white space as one space. */
const collapse = (text: string): string => text.replaceAll(/\s+/gu, ' ');

/** A block is searched for many phrases: its collapsed text is made once. */
const collapsedTexts = new WeakMap<PlacedBlock, string>();

const collapsedText = (block: PlacedBlock): string => {
  const known = collapsedTexts.get(block);
  if (known !== undefined) return known;
  const collapsed = collapse(block.text);
  collapsedTexts.set(block, collapsed);
  return collapsed;
};

/** The range of `text` that a range of its collapsed form stands for; neither end is white space. */
const expand = (text: string, start: number, end: number): [number, number] => {
  let surplus = 0;
  let from = start;
  for (const { 0: run, index } of text.matchAll(/\s+/gu)) {
    const collapsedIndex = index - surplus;
    if (collapsedIndex >= end) break;
    surplus += run.length - 1;
    if (collapsedIndex < start) from = start + surplus;
  }
  return [from, end + surplus];
};
