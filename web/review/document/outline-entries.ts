import type { Block } from '../../../shared/placement/blocks.ts';

/** One line of the outline. */
export interface OutlineEntry {
  readonly blockId: string;
  readonly text: string;
  /** 0 for the highest heading that the document has; a level that is left out counts. */
  readonly depth: number;
}

/** The headings of a document. */
export const outlineEntries = (blocks: readonly Block[]): OutlineEntry[] => {
  const headings = blocks.filter(({ kind, text }) => kind === 'heading' && text.trim() !== '');
  const highest = Math.min(...headings.map(({ level }) => level ?? 1));
  return headings.map(({ id, text, level }) => ({
    blockId: id,
    text: text.trim(),
    depth: (level ?? 1) - highest,
  }));
};

/** The entries that have all words of the filter, whatever their case. */
export const matchingEntries = (
  entries: readonly OutlineEntry[],
  filter: string,
): readonly OutlineEntry[] => {
  const words = filter.toLowerCase().split(/\s+/u).filter(Boolean);
  return entries.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
};
