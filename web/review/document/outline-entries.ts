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

/**
 * The block that a link within the document leads to: where there are several files, one of the file that it stands in.
 * The page keeps no ids of the reviewed text, which could stand in for its own; the rendered HTML still tells them, in
 * quotes that are escaped wherever they are not its own.
 */
export const blockWithAnchor = (
  blocks: readonly Block[],
  anchor: string,
  file?: string,
): Block | undefined =>
  anchor === ''
    ? undefined
    : blocks.find((block) => block.file === file && block.html.includes(` id="${anchor}"`));
