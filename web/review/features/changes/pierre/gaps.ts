import type { FileDiffMetadata } from '@pierre/diffs';
import type { ChangedFile, Hunk } from '../../../../../shared/placement/manifest.ts';
import type { FileContext } from '../patch/expand-hunks.ts';
import type { ReviewSide } from '../../../../../shared/annotations/review-annotation.ts';

/** Lines of the new side that the diff omits, inclusive; without `to` if the end of the file is unknown. */
export interface Gap {
  readonly from: number;
  readonly to?: number;
}

type Hunks = Pick<FileDiffMetadata, 'hunks'>;
type LibraryHunk = FileDiffMetadata['hunks'][number];

/** Lines shown per step, and git's default context. */
export const stepLines = 20;
const contextLines = 3;

/** Whether context can be loaded: both sides are text files in a repository. */
export const canExpand = (file: ChangedFile): boolean =>
  file.oldBlob !== undefined &&
  file.newBlob !== undefined &&
  file.kind === undefined &&
  file.hunks.length > 0;

const firstLine = ({ additionStart, additionCount }: LibraryHunk): number =>
  additionCount === 0 ? additionStart + 1 : additionStart;
const lastLine = (hunk: LibraryHunk): number => firstLine(hunk) + hunk.additionCount - 1;

/** The gap above a hunk, identified by its first new line; undefined if there is none. */
export const gapAbove = ({ hunks }: Hunks, additionStart: number): Gap | undefined => {
  const at = hunks.findIndex((hunk) => hunk.additionStart === additionStart);
  const hunk = hunks[at];
  if (hunk === undefined) return undefined;
  const before = hunks[at - 1];
  const gap = { from: before === undefined ? 1 : lastLine(before) + 1, to: firstLine(hunk) - 1 };
  return gap.to < gap.from ? undefined : gap;
};

/** The gap below the last hunk; undefined if the file ends there. */
export const gapBelow = ({ hunks }: Hunks, end: FileContext['end']): Gap | undefined => {
  const last = hunks.at(-1);
  if (last === undefined || last.noEOFCRAdditions) return undefined;
  const from = lastLine(last) + 1;
  if (end !== undefined) return from > end.total ? undefined : { from, to: end.total };
  const content = last.hunkContent.at(-1);
  // Less context than git's default means the end of the file.
  return content?.type === 'context' && content.lines >= contextLines ? { from } : undefined;
};

/** The lines that one step shows: from the top, from the bottom, or all. */
export const stepInto = ({ from, to }: Gap, step: 'down' | 'up' | 'all'): Required<Gap> => {
  if (to === undefined) return { from, to: from + stepLines - 1 };
  if (step === 'all' || to - from < stepLines) return { from, to };
  return step === 'down' ? { from, to: from + stepLines - 1 } : { from: to - stepLines + 1, to };
};

/** The hunks in manifest format, with expanded context. */
export const shownHunks = ({ hunks }: Hunks): Hunk[] =>
  hunks.map((hunk) => [
    hunk.deletionStart,
    hunk.deletionCount,
    hunk.additionStart,
    hunk.additionCount,
  ]);

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
