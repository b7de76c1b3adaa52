import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { FileSince } from '../../../../../shared/session/rounds.ts';
import type { Fold } from '../pierre/file-state.ts';

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
      // What was deleted stands at the line that follows, which may be the one after the hunk's last.
      .filter(
        ([, , start, count]) =>
          !lines.some(([first, last]) => first <= start + Math.max(1, count) && last >= start),
      )
      .map((hunk): Fold => ({ hunk, only: 'reviewed' }));
    if (folds.length > 0) found.set(fileId, folds);
  }
  return found;
};
