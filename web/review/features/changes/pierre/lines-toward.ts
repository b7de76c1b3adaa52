import type { ReviewSide } from '../../../../../shared/annotations/review-annotation.ts';
import type { Hunk } from '../../../../../shared/placement/manifest.ts';
import type { Gap } from './gaps.ts';

interface Lines {
  readonly side: ReviewSide;
  readonly start: number;
  readonly end: number;
}

/** Context lines around the requested ones. */
const around = 3;

/** The first line of a hunk and the one after its last; an empty side refers to the line before it. */
const edges = ([oldStart, oldCount, newStart, newCount]: Hunk, side: ReviewSide) => {
  const [start, count] = side === 'old' ? [oldStart, oldCount] : [newStart, newCount];
  const first = count === 0 ? start + 1 : start;
  return { first, behind: first + count };
};

/**
 * The lines of the new side that connect the requested lines to the nearest hunk, since context must be contiguous with
 * one. Undefined if a hunk shows the last of them.
 */
export const linesToward = (
  hunks: readonly Hunk[],
  { side, start, end }: Lines,
): Required<Gap> | undefined => {
  for (let at = 0; at <= hunks.length; at += 1) {
    const [above, below] = [hunks[at - 1], hunks[at]];
    const first = above === undefined ? 1 : edges(above, side).behind;
    const last = below === undefined ? Infinity : edges(below, side).first - 1;
    if (end < first || end > last) continue;
    const from = above === undefined ? 1 : edges(above, 'new').behind;
    const shift = from - first;
    const to = last + shift;
    const isNearAbove = above !== undefined && end + shift - from <= to - (start + shift);
    return isNearAbove
      ? { from, to: Math.min(to, end + shift + around) }
      : { from: Math.max(from, start + shift - around), to };
  }
  return undefined;
};
