import { constants } from 'node:fs';
import { copyFile, link, stat } from 'node:fs/promises';

/** Larger files are not kept: without its decision a round has no comments, without its patch no interdiff. */
const maxFileBytes = 16 * 1024 * 1024;

/** Links or copies a file that never changes. @returns false if it is too large */
export const keepFile = async (from: string, to: string): Promise<boolean> => {
  if ((await stat(from)).size > maxFileBytes) return false;
  // Another file system, or one without links.
  await link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_FICLONE));
  return true;
};
