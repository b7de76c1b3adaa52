import type { ReviewAnnotationInput, ReviewPlacement } from '../annotations/review-annotation.ts';
import type { ChangedFile, Hunk } from './manifest.ts';

type FileIndex = ReadonlyMap<string, readonly Pick<ChangedFile, 'hunks'>[]>;

/** The files of a manifest by every path they have; a path may stand for several in a hand-made patch. */
export const indexFiles = (files: readonly ChangedFile[]): FileIndex => {
  const index = new Map<string, ChangedFile[]>();
  for (const file of files)
    for (const path of new Set([file.path, file.oldPath ?? file.path]))
      index.set(path, [...(index.get(path) ?? []), file]);
  return index;
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
  const candidates = files.get(filePath);
  if (candidates === undefined) return 'unknown-file';
  if (scope === 'file' || lineStart === undefined) return 'in-diff';
  const range = { side, start: lineStart, end: lineEnd ?? lineStart };
  return candidates.some(({ hunks }) => hunks.some((hunk) => touches(hunk, range)))
    ? 'in-diff'
    : 'outside-diff';
};

const touches = (
  [oldStart, oldLines, newStart, newLines]: Hunk,
  { side, start, end }: { side: 'old' | 'new'; start: number; end: number },
): boolean => {
  const [first, lines] = side === 'old' ? [oldStart, oldLines] : [newStart, newLines];
  return lines > 0 && start < first + lines && end >= first;
};
