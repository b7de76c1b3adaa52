import type { FileDiffMetadata } from '@pierre/diffs';
import type { ChangedFile, Hunk } from '../../../../../shared/placement/manifest.ts';
import type { FileContext } from '../patch/expand-hunks.ts';

/** Lines of the new side that the diff leaves out, first and last; without a last one where the end is not known. */
export interface Gap {
  readonly from: number;
  readonly to?: number;
}

type Hunks = Pick<FileDiffMetadata, 'hunks'>;
type LibraryHunk = FileDiffMetadata['hunks'][number];

/** How many lines one step shows, and how many git leaves around a change. */
export const stepLines = 20;
const contextLines = 3;

/** Whether the content around the hunks of a file can be had: there is a repository, and both sides are texts in it. */
export const canExpand = (file: ChangedFile): boolean =>
  file.oldBlob !== undefined &&
  file.newBlob !== undefined &&
  file.kind === undefined &&
  file.hunks.length > 0;

const firstLine = ({ additionStart, additionCount }: LibraryHunk): number =>
  additionCount === 0 ? additionStart + 1 : additionStart;
const lastLine = (hunk: LibraryHunk): number => firstLine(hunk) + hunk.additionCount - 1;

/** What is left out above a hunk, which is named by its first line on the new side; undefined where nothing is. */
export const gapAbove = ({ hunks }: Hunks, additionStart: number): Gap | undefined => {
  const at = hunks.findIndex((hunk) => hunk.additionStart === additionStart);
  const hunk = hunks[at];
  if (hunk === undefined) return undefined;
  const before = hunks[at - 1];
  const gap = { from: before === undefined ? 1 : lastLine(before) + 1, to: firstLine(hunk) - 1 };
  return gap.to < gap.from ? undefined : gap;
};

/** What is left out below the last hunk; undefined where the file ends with it. */
export const gapBelow = ({ hunks }: Hunks, end: FileContext['end']): Gap | undefined => {
  const last = hunks.at(-1);
  if (last === undefined || last.noEOFCRAdditions) return undefined;
  const from = lastLine(last) + 1;
  if (end !== undefined) return from > end.total ? undefined : { from, to: end.total };
  const content = last.hunkContent.at(-1);
  // Fewer lines than git leaves around a change: there are no more.
  return content?.type === 'context' && content.lines >= contextLines ? { from } : undefined;
};

/** The part of a gap that one step shows: below what stands above it, above what stands below it, or all of it. */
export const stepInto = ({ from, to }: Gap, step: 'down' | 'up' | 'all'): Required<Gap> => {
  if (to === undefined) return { from, to: from + stepLines - 1 };
  if (step === 'all' || to - from < stepLines) return { from, to };
  return step === 'down' ? { from, to: from + stepLines - 1 } : { from: to - stepLines + 1, to };
};

/** The hunks as the manifest writes them, with the context that was put around them. */
export const shownHunks = ({ hunks }: Hunks): Hunk[] =>
  hunks.map((hunk) => [
    hunk.deletionStart,
    hunk.deletionCount,
    hunk.additionStart,
    hunk.additionCount,
  ]);
