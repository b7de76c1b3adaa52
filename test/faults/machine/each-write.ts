import { expect } from 'vitest';
import type { Room, SmallDisk } from './small-disk.ts';

/** What a disk may have none of. */
export const resources = ['pages', 'inodes'] as const;
export type Resource = (typeof resources)[number];

export const roomOf = (resource: Resource, left: number): Room => ({ [resource]: left });

/** More than any single step of Galley needs; a step that still fails then never succeeds. */
const plenty = 40;

/**
 * Gives a step one page, or one inode, more each time, until it succeeds: so it fails at each of its writes once.
 * `attempt` says whether it has succeeded.
 */
export const failAtEachWrite = async (
  disk: SmallDisk,
  resource: Resource,
  attempt: () => Promise<boolean>,
): Promise<void> => {
  for (let left = 0; left <= plenty; left += 1) {
    disk.leave(roomOf(resource, left));
    if (await attempt()) {
      // With nothing at all it cannot have been written.
      expect(left).toBeGreaterThan(0);
      return;
    }
  }
  throw new Error(`it fails with ${plenty} ${resource} still`);
};
