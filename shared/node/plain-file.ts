import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { hasDotName, pathBelow, pathBytes, pathText } from './path-name.ts';

// The one guard of files that are not Galley's own: whoever can write to a folder must not have others shown from it.

/** What is at a path of a folder: a file with its size, or a symbolic link with its target. */
export interface PlainFile {
  readonly isLink: boolean;
  readonly bytes: number;
  /** Absent if it is larger than asked for. */
  readonly content?: Buffer;
}

/** An open file; whoever has it closes it. */
export interface OpenedFile {
  readonly kind: 'file';
  readonly file: FileHandle;
  readonly stats: BigIntStats;
}

type Opened =
  | OpenedFile
  | { readonly kind: 'link'; readonly target: Buffer; readonly stats: BigIntStats }
  /** A folder, a pipe, a device. */
  | { readonly kind: 'other' };

/** How often a file is opened again that was replaced in that moment; some programs write all the time. */
const maxTries = 100;

/**
 * Opens a file below a folder without following any link, also if folders are replaced meanwhile.
 * @returns undefined if it is not inside
 * @throws what `node:fs` does if it is not there, and `EBUSY` if it cannot be had
 */
export const openPlainFile = async (folder: string, path: string): Promise<Opened | undefined> => {
  const root = pathText(await realpath(pathBytes(folder), { encoding: 'buffer' }));
  const absolute = pathBelow(root, path);
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const opened = await openInside(absolute);
    if (opened !== 'replaced') return opened;
  }
  throw Object.assign(new Error('It is replaced all the time.'), { code: 'EBUSY' });
};

const openInside = async (absolute: Buffer): Promise<Opened | 'replaced' | undefined> => {
  const parent = absolute.subarray(0, Math.max(1, absolute.lastIndexOf('/')));
  const isInside = async () => (await realpath(parent, { encoding: 'buffer' })).equals(parent);
  if (!(await isInside())) return undefined;
  const found = await lstat(absolute, { bigint: true });
  if (found.isSymbolicLink()) {
    const target = await readlink(absolute, { encoding: 'buffer' });
    return (await isInside()) ? { kind: 'link', target, stats: found } : undefined;
  }
  // O_NONBLOCK: it may have become a pipe, which must not block.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
  const file = await open(absolute, flags);
  let isKept = false;
  try {
    const stats = await file.stat({ bigint: true });
    if (!stats.isFile()) return { kind: 'other' };
    const path = await pathOfOpened(file);
    if (path === undefined) {
      // What was opened is what is there now, inside.
      const { dev, ino } = await lstat(absolute, { bigint: true });
      if (!(await isInside())) return undefined;
      if (dev !== stats.dev || ino !== stats.ino) return 'replaced';
    } else if (!isAt(path, absolute)) return 'replaced';
    isKept = true;
    return { kind: 'file', file, stats };
  } finally {
    if (!isKept) await file.close();
  }
};

/** Also if another file has taken its place since, which Linux notes behind the path. */
const isAt = (path: Buffer, absolute: Buffer): boolean =>
  path.equals(absolute) || path.equals(Buffer.concat([absolute, Buffer.from(' (deleted)')]));

/**
 * Where an open file is: a folder that is swapped for a link and back between two checks does not hide it. Undefined
 * where the system does not tell.
 */
const pathOfOpened = async ({ fd }: FileHandle): Promise<Buffer | undefined> =>
  process.platform === 'linux'
    ? readlink(`/proc/self/fd/${fd}`, { encoding: 'buffer' }).catch(() => undefined)
    : undefined;

/**
 * Opens a file that a page may be shown of a folder: as `openPlainFile` does, and neither it nor a folder on the way is
 * hidden.
 * @returns undefined if it is no such file
 * @throws what `node:fs` does if it is not there
 */
export const openShownFile = async (
  folder: string,
  path: string,
): Promise<OpenedFile | undefined> => {
  if (hasDotName(path)) return undefined;
  return onlyFile(await openPlainFile(folder, path));
};

/**
 * Opens a file that a person has named, and who may have named a link: it is followed once, and nothing else is if it
 * is replaced meanwhile.
 * @returns undefined if it is no file
 * @throws what `node:fs` does if it is not there
 */
export const openNamedFile = async (path: string): Promise<OpenedFile | undefined> => {
  const real = await realpath(pathBytes(path), { encoding: 'buffer' });
  const start = real.lastIndexOf('/') + 1;
  const [folder, name] = [real.subarray(0, start), real.subarray(start)].map(pathText);
  return onlyFile(await openPlainFile(folder ?? '/', name ?? ''));
};

const onlyFile = (opened: Opened | undefined): OpenedFile | undefined =>
  opened?.kind === 'file' ? opened : undefined;

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
  if (opened?.kind === 'link')
    return { isLink: true, bytes: opened.target.length, content: opened.target };
  return opened?.kind === 'file' ? readOpened(opened, maxBytes) : undefined;
};

/**
 * Reads a file of a folder, as `openShownFile` opens it.
 * @returns undefined if it is no such file
 * @throws what `node:fs` does if it is not there
 */
export const readShownFile = async (
  folder: string,
  path: string,
  maxBytes: number,
): Promise<PlainFile | undefined> => {
  const opened = await openShownFile(folder, path);
  return opened && readOpened(opened, maxBytes);
};

const readOpened = async ({ file, stats }: OpenedFile, maxBytes: number): Promise<PlainFile> => {
  try {
    const bytes = Number(stats.size);
    if (bytes > maxBytes) return { isLink: false, bytes };
    const content = await file.readFile();
    // It may have grown.
    if (content.length > maxBytes) return { isLink: false, bytes: content.length };
    return { isLink: false, bytes, content };
  } finally {
    await file.close();
  }
};
