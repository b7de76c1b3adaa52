import type { Block } from '../../../../shared/placement/blocks.ts';
import { namesFile } from './block-html.ts';

export interface OutlineEntry {
  readonly blockId: string;
  readonly text: string;
  /** 0 for the highest level in use; skipped levels count. */
  readonly depth: number;
  /** Whether it is a file name. */
  readonly isFile: boolean;
}

/** The document's headings, below file names if there are several files. */
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

/** Entries that match all words, ignoring case. */
export const matchingEntries = (
  entries: readonly OutlineEntry[],
  filter: string,
): readonly OutlineEntry[] => {
  const words = filter.toLowerCase().split(/\s+/u).filter(Boolean);
  return entries.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
};
