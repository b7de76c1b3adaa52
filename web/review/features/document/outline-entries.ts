import type { Block } from '../../../../shared/placement/blocks.ts';
import { spellProse } from '../../../../shared/visible-prose.ts';
import { namesFile } from './html/block-html.ts';

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
    return { blockId: block.id, text: spellProse(block.text.trim()), depth, isFile };
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

/**
 * Maps each block to the heading of its section; headings map to themselves. A section ends at the next heading of any
 * level or at the end of the file; blocks above a file's first heading have no section.
 */
export const sectionsOf = (
  blocks: readonly Block[],
  entries: readonly OutlineEntry[],
): ReadonlyMap<string, string> => {
  const headings = new Set(entries.map(({ blockId }) => blockId));
  const sections = new Map<string, string>();
  let current: Block | undefined;
  for (const block of blocks) {
    if (headings.has(block.id)) current = block;
    else if (current?.file !== block.file) current = undefined;
    if (current !== undefined) sections.set(block.id, current.id);
  }
  return sections;
};

/** Groups annotations by section; those that span several belong to the first. */
export const groupBySection = <Item extends { readonly id: string }>(
  annotations: Iterable<Item>,
  sections: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Item[]> => {
  const groups = new Map<string, Item[]>();
  for (const annotation of annotations) {
    const { blockId = '' } = annotation as { readonly blockId?: string };
    const section = sections.get(blockId);
    if (section === undefined) continue;
    const group = groups.get(section);
    if (group === undefined) groups.set(section, [annotation]);
    else group.push(annotation);
  }
  return groups;
};
