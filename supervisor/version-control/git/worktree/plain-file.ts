import { constants } from 'node:fs';
import { lstat, open, readlink, realpath } from 'node:fs/promises';
import { pathBelow } from '../../../../shared/node/path-name.ts';

/** What is at a path of a work tree: a file with its size, or a symbolic link with its target. */
export interface PlainFile {
  readonly isLink: boolean;
  readonly bytes: number;
  /** Absent if it is larger than asked for. */
  readonly content?: Buffer;
}

/**
 * Reads a file of a work tree without following any link, also if folders are replaced meanwhile.
 * @returns undefined if it is no file, or not inside
 * @throws what `node:fs` does if it is not there
 */
export const readPlainFile = async (
  topLevel: string,
  path: string,
  maxBytes: number,
): Promise<PlainFile | undefined> => {
  const root = await realpath(topLevel);
  const absolute = pathBelow(root, path);
  const folder = absolute.subarray(0, absolute.lastIndexOf('/'));
  const isInside = async () => (await realpath(folder, { encoding: 'buffer' })).equals(folder);
  if (!(await isInside())) return undefined;
  if ((await lstat(absolute)).isSymbolicLink()) {
    const content = await readlink(absolute, { encoding: 'buffer' });
    return (await isInside()) ? { isLink: true, bytes: content.length, content } : undefined;
  }
  // O_NONBLOCK: it may have become a pipe, which must not block.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
  const file = await open(absolute, flags);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return undefined;
    // What was opened is what is there now, inside.
    const { dev, ino } = await lstat(absolute);
    if (dev !== stats.dev || ino !== stats.ino || !(await isInside())) return undefined;
    const { size: bytes } = stats;
    if (bytes > maxBytes) return { isLink: false, bytes };
    return { isLink: false, bytes, content: await file.readFile() };
  } finally {
    await file.close();
  }
};
