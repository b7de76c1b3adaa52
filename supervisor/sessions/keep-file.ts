import { constants } from 'node:fs';
import { copyFile, link, stat } from 'node:fs/promises';
import { maxKeptFileBytes } from '../../shared/limits.ts';

/** Links or copies a file that never changes. @returns false if it is too large */
export const keepFile = async (from: string, to: string): Promise<boolean> => {
  if ((await stat(from)).size > maxKeptFileBytes) return false;
  // Another file system, or one without links.
  await link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_FICLONE));
  return true;
};
