import type { ChangedFile, Hunk } from '../../../../../shared/placement/manifest.ts';
import type { FileSince } from '../../../../../shared/session/rounds.ts';
import type { Fold } from '../pierre/file-state.ts';

type LineRange = NonNullable<FileSince['lines']>[number];

/** The hunks of changed files that show nothing new since the last round, by file. */
export const reviewedHunks = (
  since: readonly FileSince[],
  files: readonly ChangedFile[],
): ReadonlyMap<string, readonly Fold[]> => {
  const byId = new Map(files.map(({ id, hunks }) => [id, hunks]));
  const found = new Map<string, readonly Fold[]>();
  for (const { fileId, state, lines } of since) {
    if (state !== 'changed' || lines === undefined) continue;
    const folds = (byId.get(fileId) ?? [])
      .filter((hunk) => !lines.some((range) => isIn(hunk, range)))
      .map((hunk): Fold => ({ hunk, only: 'reviewed' }));
    if (folds.length > 0) found.set(fileId, folds);
  }
  return found;
};

// What was deleted stands at the line that follows, which may be the one after the hunk's last.
const isIn = ([, , start, count]: Hunk, [first, last]: LineRange): boolean =>
  first <= start + Math.max(1, count) && last >= start;

/** Lines that have changed since and are in no hunk: they are as they were before the change. */
export const revertedLines = (
  { state, lines = [] }: FileSince,
  { hunks }: Pick<ChangedFile, 'hunks'>,
): readonly LineRange[] =>
  state === 'changed' ? lines.filter((range) => !hunks.some((hunk) => isIn(hunk, range))) : [];
