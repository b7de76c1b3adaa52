import type { Block } from '../../../../shared/placement/blocks.ts';
import type { OutlineEntry } from './outline-entries.ts';

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
