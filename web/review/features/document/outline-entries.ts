import type { Block } from '../../../../shared/placement/blocks.ts';
import { namesFile } from './names-file.ts';

/** One line of the outline. */
export interface OutlineEntry {
  readonly blockId: string;
  readonly text: string;
  /** 0 for the highest heading that the document has; a level that is left out counts. */
  readonly depth: number;
  /** Whether it is the name of a file, of several. */
  readonly isFile: boolean;
}

/** The headings of a document; of several files, below the names of these. */
export const outlineEntries = (blocks: readonly Block[]): OutlineEntry[] => {
  const headings = blocks.filter(({ kind, text }) => kind === 'heading' && text.trim() !== '');
  const hasFiles = headings.some(namesFile);
  const highest = headings.reduce(
    (least, block) => (namesFile(block) ? least : Math.min(least, block.level ?? 1)),
    6,
  );
  return headings.map((block) => {
    const isFile = namesFile(block);
    const depth = isFile ? 0 : (block.level ?? 1) - highest + (hasFiles ? 1 : 0);
    return { blockId: block.id, text: block.text.trim(), depth, isFile };
  });
};

/** The entries that have all words of the filter, whatever their case. */
export const matchingEntries = (
  entries: readonly OutlineEntry[],
  filter: string,
): readonly OutlineEntry[] => {
  const words = filter.toLowerCase().split(/\s+/u).filter(Boolean);
  return entries.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
};
