import type { ReviewAnnotationInput, ReviewPlacement } from '../annotations/review-annotation.ts';
import type { ChangedFile, Hunk } from './manifest.ts';

/** Ranges of lines, `[first, last]`, ascending and apart from each other. */
type Ranges = readonly (readonly [number, number])[];

/** What the hunks of one path show of each side. */
type ShownLines = Readonly<Record<'old' | 'new', Ranges>>;

type FileIndex = ReadonlyMap<string, ShownLines>;

/** The lines that a diff shows, by every path of its files; a path may stand for several in a hand-made patch. */
export const indexFiles = (
  files: readonly Pick<ChangedFile, 'path' | 'oldPath' | 'hunks'>[],
): FileIndex => {
  const hunksOf = new Map<string, Hunk[]>();
  for (const { path, oldPath = path, hunks } of files)
    for (const name of new Set([path, oldPath])) {
      const known = hunksOf.get(name) ?? [];
      hunksOf.set(name, known);
      for (const hunk of hunks) known.push(hunk);
    }
  return new Map(
    Array.from(hunksOf, ([path, hunks]) => [
      path,
      {
        old: merge(hunks.map(([first, lines]) => [first, first + lines - 1])),
        new: merge(hunks.map(([, , first, lines]) => [first, first + lines - 1])),
      },
    ]),
  );
};

/** The same lines in ranges that can be searched by halving, whatever order a hand-made patch has its hunks in. */
const merge = (ranges: readonly (readonly [number, number])[]): Ranges => {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.toSorted((one, other) => one[0] - other[0])) {
    if (last < first) continue;
    const previous = merged.at(-1);
    if (previous === undefined || first > previous[1]) merged.push([first, last]);
    else previous[1] = Math.max(previous[1], last);
  }
  return merged;
};

/**
 * Where a remark stands. A line remark is in the diff when any of its lines is shown by a hunk of its side;
 * a file remark when the file is part of the diff.
 */
export const placeLines = (
  files: FileIndex,
  { scope, filePath, lineStart, lineEnd, side }: ReviewAnnotationInput,
): ReviewPlacement => {
  if (scope === 'general' || filePath === undefined) return 'general';
  const shown = files.get(filePath);
  if (shown === undefined) return 'unknown-file';
  if (scope === 'file' || lineStart === undefined) return 'in-diff';
  return touches(shown[side], lineStart, lineEnd ?? lineStart) ? 'in-diff' : 'outside-diff';
};

/** Whether the range shares a line with the first of `ranges` that ends at or behind its start. */
const touches = (ranges: Ranges, start: number, end: number): boolean => {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.[1] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const found = ranges[low];
  return found !== undefined && found[0] <= end;
};
