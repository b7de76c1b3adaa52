import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';

/** Estimated line counts of a hunk; the sums per file are exact. */
export interface HunkEstimate {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly context: number;
}

type CountedFile = Pick<ChangedFile, 'hunks' | 'additions' | 'deletions'>;

/**
 * Distributes the context lines implied by a manifest over its hunks, to estimate a file's height before its patch is
 * loaded. Exact for a single hunk. Contradictory counts yield no context.
 */
export const estimateHunks = ({ hunks, additions, deletions }: CountedFile): HunkEstimate[] => {
  const oldTotal = hunks.reduce((sum, [, oldLines]) => sum + oldLines, 0);
  const newTotal = hunks.reduce((sum, [, , , newLines]) => sum + newLines, 0);
  const roomTotal = hunks.reduce((sum, [, old, , next]) => sum + Math.min(old, next), 0);
  let left = Math.max(0, Math.min(oldTotal - deletions, newTotal - additions, roomTotal));
  let roomLeft = roomTotal;
  return hunks.map(([oldStart, oldLines, newStart, newLines]) => {
    const room = Math.min(oldLines, newLines);
    const context = roomLeft === 0 ? 0 : Math.min(room, Math.round((left * room) / roomLeft));
    left -= context;
    roomLeft -= room;
    return { oldStart, oldLines, newStart, newLines, context };
  });
};
