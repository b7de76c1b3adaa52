import type { AccountedBlock, DocumentBlock } from './document-block.ts';
import { textByLine } from './text-by-line.ts';

/** What markdown is made of; whether these were shown cannot be told from them. */
const markup = new Set('\\`*_[]()<>#+-.!|~:=&;"\'^'.split(''));

/** Stands for a character that the page shows. */
const entity = /&(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{1,31});/giu;

/** Spaces, controls, and what a font draws nothing for. */
const invisible = /[\s\p{C}\p{Default_Ignorable_Code_Point}]/u;

/**
 * The lines of a source, 1-based and ascending, with a visible character that no block has on this line: neither in its
 * text nor in the words beside it. Characters of markup are left out of account.
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

/** Whether each visible character of a line stands in what is shown of it, as often as in the line. */
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

/**
 * Blocks with the lines that are not shown: each in its own block, or in the one above where it is in none.
 */
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
