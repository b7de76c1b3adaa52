import type { Block } from '../../../shared/placement/blocks.ts';

/** One line of the outline. */
export interface OutlineEntry {
  readonly blockId: string;
  readonly text: string;
  /** 0 for the highest heading that the document has; a level that is left out counts. */
  readonly depth: number;
  /** The name that links within the document know it by, as GitHub makes it; unique. */
  readonly anchor: string;
}

/** The headings of a document. */
export const outlineEntries = (blocks: readonly Block[]): OutlineEntry[] => {
  const headings = blocks.filter(({ kind, text }) => kind === 'heading' && text.trim() !== '');
  const highest = Math.min(...headings.map(({ level }) => level ?? 1));
  const used = new Map<string, number>();
  return headings.map(({ id, text, level }) => ({
    blockId: id,
    text: text.trim(),
    depth: (level ?? 1) - highest,
    anchor: uniqueAnchor(text, used),
  }));
};

const uniqueAnchor = (text: string, used: Map<string, number>): string => {
  const anchor = text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/gu, '-');
  const count = used.get(anchor) ?? 0;
  used.set(anchor, count + 1);
  return count === 0 ? anchor : `${anchor}-${count}`;
};
