import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';

/** How many lines of each kind a hunk probably has; the sums over a file are exact. */
export interface HunkEstimate {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly context: number;
}

type CountedFile = Pick<ChangedFile, 'hunks' | 'additions' | 'deletions'>;

/**
 * Spreads the context lines that a manifest implies over its hunks, so that a file has about its height before its
 * patch is there. With one hunk the estimate is exact. Counts that contradict each other give no context.
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
