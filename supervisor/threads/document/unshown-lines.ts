import type { AccountedBlock, DocumentBlock } from './block-writer.ts';

/** Markup characters, which cannot be checked. */
const markup = new Set('\\`*_[]()<>#+-.!|~:=&;"\'^'.split(''));

/** Decoded on the page. */
const entity = /&(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{1,31});/giu;

/** Spaces, controls, and characters without a glyph. */
const invisible = /[\s\p{C}\p{Default_Ignorable_Code_Point}]/u;

/**
 * The source lines, 1-based and ascending, with a visible character that no block has on that line, in its text or
 * elsewhere. Markup characters are ignored.
 */
export const unshownLines = (
  lines: readonly string[],
  blocks: readonly DocumentBlock[],
): number[] => {
  const shown = textByLine(blocks);
  return lines.flatMap((line, index) =>
    isShown(line, shown.get(index + 1) ?? '') ? [] : [index + 1],
  );
};

/** Whether the shown text has each visible character of the line, as often as the line. */
const isShown = (line: string, shown: string): boolean => {
  if (line === shown) return true;
  const counts = new Map<string, number>();
  for (const character of shown.toLowerCase())
    counts.set(character, (counts.get(character) ?? 0) + 1);
  for (const character of line.replaceAll(entity, '').toLowerCase()) {
    const left = counts.get(character) ?? 0;
    if (left > 0) counts.set(character, left - 1);
    else if (!markup.has(character) && !invisible.test(character)) return false;
  }
  return true;
};

/** Attributes unshown lines to blocks: to the one around, or else the one above. */
export const accountFor = (
  blocks: readonly DocumentBlock[],
  unshown: readonly number[],
): AccountedBlock[] => {
  const inOrder = blocks.toSorted((one, other) => one.startLine - other.startLine);
  const ranges = new Map<DocumentBlock, [number, number][]>();
  let at = 0;
  for (const line of unshown) {
    while (at + 1 < inOrder.length && (inOrder[at + 1]?.startLine ?? 0) <= line) at += 1;
    const block = inOrder[at];
    if (block !== undefined) ranges.set(block, withLine(ranges.get(block) ?? [], line));
  }
  return blocks.map((block) => {
    const { besides: _, ...shown } = block;
    const own = ranges.get(block);
    return own === undefined ? shown : { ...shown, unshownLines: own };
  });
};

const withLine = (ranges: [number, number][], line: number): [number, number][] => {
  const last = ranges.at(-1);
  if (last?.[1] === line - 1) last[1] = line;
  else ranges.push([line, line]);
  return ranges;
};

/** What blocks show of each source line, by 1-based line: their text, and other words. */
const textByLine = (blocks: readonly DocumentBlock[]): ReadonlyMap<number, string> => {
  const texts = new Map<number, string>();
  const add = (line: number, text: string): void => {
    if (text !== '') texts.set(line, (texts.get(line) ?? '') + text);
  };
  for (const block of blocks) {
    for (const [line, text] of partsOf(block)) add(line, text);
    for (const [line, words] of block.besides ?? []) add(line, words);
  }
  return texts;
};

/** Splits a block's text by source line. */
const partsOf = function* ({
  text,
  marks,
  startLine,
}: DocumentBlock): Generator<[line: number, part: string]> {
  let line = startLine;
  let from = 0;
  for (const [to, nextLine] of [...marks, [text.length, 0] as const]) {
    for (const part of text.slice(from, to).split('\n')) yield [line++, part];
    line = nextLine;
    from = to;
  }
};
