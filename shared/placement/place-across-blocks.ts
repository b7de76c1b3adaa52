import { followingRanges, joint } from './passage-ranges.ts';
import type { WorkBudget } from './place-approximately.ts';
import { placementAt, type PhrasePlacement, type PlacedBlock } from './placement-at.ts';

/** Where the first block of a passage may end in it: blocks of code have empty lines of their own. */
const maxHeads = 8;
/** Comparing takes less time for each character than a step of a matcher. */
const charsPerStep = 16;
/** Blocks per step. */
const blocksAtOnce = 256;

/**
 * Finds the first place of a passage that begins in one block and goes on in the next ones, as a selection of several
 * paragraphs does. The offsets are those of its part in the first block, `endLine` is that of its end. Undefined if it
 * is not there, or over budget.
 */
export function* placeAcrossBlocks(
  blocks: readonly PlacedBlock[],
  passage: string,
  budget: WorkBudget,
): Generator<void, PhrasePlacement | undefined> {
  for (const at of endsOfHead(passage)) {
    const head = passage.slice(0, at);
    for (const [index, block] of blocks.entries()) {
      if (budget.steps <= 0) return undefined;
      budget.steps -= 1 + head.length / charsPerStep;
      if (index % blocksAtOnce === 0) yield;
      const end = endOf(block.text);
      budget.steps -= (block.text.length - end) / charsPerStep;
      if (!block.text.startsWith(head, end - head.length)) continue;
      const { ranges, left } = followingRanges(blocks, index + 1, passage.slice(at));
      budget.steps -= ranges.length + (passage.length - at - left.length) / charsPerStep;
      yield;
      const last = ranges.at(-1);
      if (left !== '' || last === undefined) continue;
      const { endLine } = placementAt(last.block, [last.start, last.end]);
      return { ...placementAt(block, [end - head.length, end]), endLine };
    }
  }
  return undefined;
}

const endsOfHead = (passage: string): number[] => {
  const ends: number[] = [];
  for (let at = passage.indexOf(joint, 1); at > 0; at = passage.indexOf(joint, at + joint.length)) {
    ends.push(at);
    if (ends.length === maxHeads) break;
  }
  return ends;
};

/** Without the white space at the end. */
const endOf = (text: string): number => {
  let end = text.length;
  while (end > 0 && /\s/u.test(text[end - 1] ?? '')) end -= 1;
  return end;
};
