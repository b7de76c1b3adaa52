import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const dayMs = 24 * 60 * 60 * 1000;

/** Removes the files of a folder that were last written more than `keepDays` before `nowMs`. */
export const removeOldFiles = async (
  folder: string,
  keepDays: number,
  nowMs: number,
): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    try {
      const { mtimeMs } = await stat(path);
      if (nowMs - mtimeMs > keepDays * dayMs) await rm(path);
    } catch {
      // Another has removed it, or it is a folder that is not ours to remove.
    }
  }
};
