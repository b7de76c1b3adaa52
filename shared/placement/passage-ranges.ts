/** What separates blocks in the text of a passage over several of them. */
export const joint = '\n\n';

/** A range in a block's text. */
export interface RangeIn<Block> {
  readonly block: Block;
  readonly start: number;
  readonly end: number;
}

/** Trims whitespace from a range; undefined if nothing is left. */
export const trimRange = (
  text: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } | undefined => {
  const part = text.slice(start, end);
  const trimmed = part.trim();
  if (trimmed === '') return undefined;
  const from = start + part.length - part.trimStart().length;
  return { start: from, end: from + trimmed.length };
};

interface WithText {
  readonly text: string;
}

/** The text of ranges in order, without the blank ones. */
export const passageText = (ranges: readonly RangeIn<WithText>[]): string =>
  ranges.map(({ block, start, end }) => block.text.slice(start, end)).join(joint);

/**
 * Matches the rest of a passage against the blocks from an index on: whole blocks, except that the last one may be
 * partial. What is not matched is `left`.
 */
export const followingRanges = <Block extends WithText>(
  blocks: readonly Block[],
  from: number,
  text: string,
): { readonly ranges: RangeIn<Block>[]; readonly left: string } => {
  const ranges: RangeIn<Block>[] = [];
  let left = text;
  for (let index = from; left.startsWith(joint); index += 1) {
    const block = blocks[index];
    if (block === undefined) break;
    const whole = trimRange(block.text, 0, block.text.length);
    if (whole === undefined) continue;
    const wanted = left.slice(joint.length);
    const there = block.text.slice(whole.start, whole.end);
    const length = wanted.startsWith(there) ? there.length : wanted.length;
    if (!there.startsWith(wanted.slice(0, length))) break;
    ranges.push({ block, start: whole.start, end: whole.start + length });
    left = wanted.slice(length);
  }
  return { ranges, left };
};
