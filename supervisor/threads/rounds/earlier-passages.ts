import type { DocumentComment } from '../../../shared/annotations/comment.ts';
import { anchorPassages } from '../../../shared/placement/anchor-passages.ts';
import type { Block } from '../../../shared/placement/blocks.ts';
import { placementAt, type PhrasePlacement } from '../../../shared/placement/placement-at.ts';
import type { EarlierPassage } from '../../../shared/session/rounds.ts';
import type { ComparedBlock } from './compare-blocks.ts';
import { maxShownPassage } from '../../../shared/limits.ts';

/** Two versions of a document, and what is not the same. */
export interface Documents {
  readonly before: readonly Block[];
  readonly after: readonly Block[];
  readonly changes: readonly ComparedBlock[];
}

/** Says what has become of the comments of the last round on passages, and on the document as a whole. */
export const placePassages = (
  earlier: readonly DocumentComment[],
  { before, after, changes }: Documents,
): EarlierPassage[] => {
  const steps = anchorPassages(earlier, { before, after });
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const blocks = new Map(after.map((block) => [block.id, block]));
  const changed = new Map(changes.map((change) => [change.was?.id, change]));
  return earlier.map((comment, index): EarlierPassage => {
    // A comment on the whole stands until the reviewer says otherwise.
    if (comment.originalText === undefined) return { comment, state: 'standing' };
    const anchor = step.value[index];
    if (anchor?.kind === 'exact') return { comment, state: 'standing', ...placeOf(anchor.place) };
    const change = changed.get(comment.blockId);
    const place =
      (change === undefined ? undefined : placeInChange(comment, change, blocks)) ??
      (anchor?.kind === 'unplaced' ? undefined : anchor?.place);
    if (place === undefined) return { comment, state: 'lost' };
    const { blockId, startOffset, endOffset } = place;
    const text = blocks.get(blockId)?.text ?? '';
    const now = text.slice(startOffset, Math.min(endOffset, startOffset + maxShownPassage));
    return { comment, state: 'addressed', ...placeOf(place), now };
  });
};

const placeOf = ({ blockId, startOffset, endOffset, startLine }: PhrasePlacement) => ({
  blockId,
  startOffset,
  endOffset,
  startLine,
});

/** Where a passage of a block that was changed is now, or what is in its place. */
const placeInChange = (
  { startOffset, endOffset, originalText = '', foundText = originalText }: DocumentComment,
  { state, blockId = '', parts, was: before }: ComparedBlock,
  blocks: ReadonlyMap<string, Block>,
): PhrasePlacement | undefined => {
  const block = blocks.get(blockId);
  if (state !== 'changed' || block === undefined) return undefined;
  if (startOffset === undefined || endOffset === undefined) return undefined;
  if (before?.text.slice(startOffset, endOffset) !== foundText) return undefined;
  let [was, is] = [0, 0];
  let start: number | undefined;
  let end = 0;
  for (const { kind, text } of parts) {
    const { length } = text;
    if (kind === 'added') {
      is += length;
      // What was added within or at the end of the passage is in its place.
      if (start !== undefined && was <= endOffset) end = is;
      continue;
    }
    const step = kind === 'same' ? length : 0;
    const at = (offset: number) => is + Math.min(step, Math.max(0, offset - was));
    if (start === undefined && startOffset < was + length) start = at(startOffset);
    if (start !== undefined && was < endOffset) end = at(endOffset);
    was += length;
    is += step;
  }
  return start === undefined ? undefined : placementAt(block, [start, Math.max(start, end)]);
};
