import type { ReviewAnnotationInput, ReviewPlacement } from '../annotations/review-annotation.ts';
import type { ChangedFile, Hunk } from './manifest.ts';

/** Ranges of lines, `[first, last]`, ascending and disjoint. */
type Ranges = readonly (readonly [number, number])[];

/** The lines of each side that the hunks of a path show. */
type ShownLines = Readonly<Record<'old' | 'new', Ranges>>;

type FileIndex = ReadonlyMap<string, ShownLines>;

/** The lines that a diff shows, by path; in a hand-made patch a path may have several files. */
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

/** Merges ranges for binary search, since a hand-made patch may have its hunks in any order. */
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
 * Places an annotation. A line annotation is in the diff if a hunk of its side shows any of its lines; a file
 * annotation if the file is part of the diff.
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

/** Whether the range overlaps the first of `ranges` that ends at or after its start. */
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
