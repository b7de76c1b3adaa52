import type { Comment } from '../../../shared/annotations/comment.ts';
import type { Block } from '../../../shared/placement/blocks.ts';
import type { OutlineEntry } from './outline-entries.ts';

type Counts = ReadonlyMap<string, number>;

/**
 * The heading that each block stands below, itself included, by the ids of both. A section goes to the next heading of
 * any level, or to the end of its file; what stands above the first heading of a file is in none.
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

/** How many of these remarks stand in each section, by the id of its heading; one over several blocks where it begins. */
export const countBySection = (
  remarks: Iterable<Pick<Comment, 'id'>>,
  sections: ReadonlyMap<string, string>,
): Counts => {
  const counts = new Map<string, number>();
  for (const remark of remarks) {
    const { blockId = '' } = remark as { readonly blockId?: string };
    const section = sections.get(blockId);
    if (section !== undefined) counts.set(section, (counts.get(section) ?? 0) + 1);
  }
  return counts;
};
