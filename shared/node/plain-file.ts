import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { pathBelow } from './path-name.ts';

/** What is at a path of a folder: a file with its size, or a symbolic link with its target. */
export interface PlainFile {
  readonly isLink: boolean;
  readonly bytes: number;
  /** Absent if it is larger than asked for. */
  readonly content?: Buffer;
}

type Opened =
  | { readonly kind: 'file'; readonly file: FileHandle; readonly stats: BigIntStats }
  | { readonly kind: 'link'; readonly target: Buffer };

/**
 * Opens a file below a folder without following any link, also if folders are replaced meanwhile; the caller closes it.
 * @returns undefined if it is no file, or not inside
 * @throws what `node:fs` does if it is not there
 */
export const openPlainFile = async (folder: string, path: string): Promise<Opened | undefined> => {
  const root = await realpath(folder);
  const absolute = pathBelow(root, path);
  const parent = absolute.subarray(0, absolute.lastIndexOf('/'));
  const isInside = async () => (await realpath(parent, { encoding: 'buffer' })).equals(parent);
  if (!(await isInside())) return undefined;
  if ((await lstat(absolute)).isSymbolicLink()) {
    const target = await readlink(absolute, { encoding: 'buffer' });
    return (await isInside()) ? { kind: 'link', target } : undefined;
  }
  // O_NONBLOCK: it may have become a pipe, which must not block.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
  const file = await open(absolute, flags);
  try {
    const stats = await file.stat({ bigint: true });
    if (stats.isFile()) {
      // What was opened is what is there now, inside.
      const { dev, ino } = await lstat(absolute, { bigint: true });
      if (dev === stats.dev && ino === stats.ino && (await isInside()))
        return { kind: 'file', file, stats };
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return undefined;
};

/**
 * Reads a file below a folder, as `openPlainFile` opens it.
 * @returns undefined if it is no file, or not inside
 * @throws what `node:fs` does if it is not there
 */
export const readPlainFile = async (
  folder: string,
  path: string,
  maxBytes: number,
): Promise<PlainFile | undefined> => {
  const opened = await openPlainFile(folder, path);
  if (opened === undefined) return undefined;
  if (opened.kind === 'link')
    return { isLink: true, bytes: opened.target.length, content: opened.target };
  const { file, stats } = opened;
  try {
    const bytes = Number(stats.size);
    if (bytes > maxBytes) return { isLink: false, bytes };
    return { isLink: false, bytes, content: await file.readFile() };
  } finally {
    await file.close();
  }
};
