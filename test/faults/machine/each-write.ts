import { expect } from 'vitest';
import type { Room, SmallDisk } from './small-disk.ts';

/** What a disk may run out of. */
export const resources = ['pages', 'inodes'] as const;
export type Resource = (typeof resources)[number];

export const roomOf = (resource: Resource, left: number): Room => ({ [resource]: left });

/** More than any single step needs; a step that still fails would never succeed. */
const plenty = 40;

/**
 * Repeats a step with one more page, or inode, each time until it succeeds, so that each of its writes fails once.
 * `attempt` returns whether it succeeded.
 */
export const failAtEachWrite = async (
  disk: SmallDisk,
  resource: Resource,
  attempt: () => Promise<boolean>,
): Promise<void> => {
  for (let left = 0; left <= plenty; left += 1) {
    disk.leave(roomOf(resource, left));
    if (await attempt()) {
      // It cannot have been written without any room.
      expect(left).toBeGreaterThan(0);
      return;
    }
  }
  throw new Error(`it fails with ${plenty} ${resource} still`);
};
