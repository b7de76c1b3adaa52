import { link, open, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { randomUUID } from 'node:crypto';
import writeFileAtomic from 'write-file-atomic';
import { GalleyError } from '../errors.ts';
import { outOfDescriptors, reasonOf } from './secure-folder.ts';

interface WriteOptions {
  /** Sync to disk, for what must survive a power cut. */
  readonly isDurable: boolean;
}

/**
 * Atomically replaces a file (0600): temporary file in the same folder, then rename.
 * @throws GalleyError `storage_failed`; the old content stays
 */
export const replaceFile = async (
  path: string,
  data: string | Buffer,
  { isDurable }: WriteOptions,
): Promise<void> => {
  try {
    await writeFileAtomic(path, data, { mode: 0o600, fsync: isDurable });
    if (isDurable) await syncFolder(dirname(path));
  } catch (cause) {
    throw storageError(path, cause);
  }
};

/**
 * Creates a write-once file and syncs it with its folder. Content that comes in pieces is never in memory as a whole.
 * @returns false if the file exists already, which is left unchanged
 * @throws GalleyError `storage_failed`
 */
export const createFileOnce = (path: string, data: string | Iterable<string>): Promise<boolean> =>
  // Unlike rename, link fails if the name is taken: the first writer wins, in whatever process.
  writeBeside(path, data, link);

/**
 * Replaces what has a name in a folder and syncs both; of a link, the link itself, unlike `replaceFile`.
 * @throws GalleyError `storage_failed`; the old content stays
 */
export const replaceEntry = async (path: string, data: string): Promise<void> => {
  await writeBeside(path, data, rename);
};

/** @returns false if `place` fails because the name is taken */
const writeBeside = async (
  path: string,
  data: string | Iterable<string>,
  place: (temporary: string, path: string) => Promise<void>,
): Promise<boolean> => {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeDurably(temporary, data);
    await place(temporary, path);
    await syncFolder(dirname(path));
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw storageError(path, cause);
  } finally {
    // The error of the write takes precedence.
    await rm(temporary, { force: true }).catch(() => undefined);
  }
};

/**
 * Removes a file, if it exists, and syncs the folder.
 * @throws GalleyError `storage_failed`
 */
export const removeDurably = async (path: string): Promise<void> => {
  try {
    await rm(path, { force: true });
    await syncFolder(dirname(path));
  } catch (cause) {
    throw storageError(path, cause);
  }
};

/**
 * The text of a file; undefined if missing.
 * @throws GalleyError `storage_failed`
 */
export const readFileIfThere = (path: string): Promise<string | undefined> =>
  ifThere(path, () => readFile(path, 'utf8'));

/**
 * The text at the start of a file; undefined if missing.
 * @throws GalleyError `storage_failed`
 */
export const readHeadIfThere = (path: string, bytes: number): Promise<string | undefined> =>
  ifThere(path, async () => {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  });

/**
 * Renames a file within its folder and syncs the folder.
 * @returns false if there is no such file
 * @throws GalleyError `storage_failed`
 */
export const renameDurably = (path: string, to: string): Promise<boolean> =>
  changeName(path, () => rename(path, to));

/**
 * Removes a file and syncs the folder.
 * @returns false if there was none
 * @throws GalleyError `storage_failed`
 */
export const unlinkDurably = (path: string): Promise<boolean> =>
  changeName(path, () => unlink(path));

/** Sync even if the file is gone: an earlier attempt may have failed before its sync. */
const changeName = async (path: string, change: () => Promise<void>): Promise<boolean> => {
  try {
    const isChanged = await change().then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
    await syncFolder(dirname(path));
    return isChanged;
  } catch (cause) {
    throw storageError(path, cause);
  }
};

const ifThere = async (path: string, read: () => Promise<string>): Promise<string | undefined> => {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw (
      outOfDescriptors(error) ??
      new GalleyError(
        'storage_failed',
        `Cannot read ${path} (${reasonOf(error)}). Fix its permissions and try again.`,
        { cause: error },
      )
    );
  }
};

const writeDurably = async (path: string, data: string | Iterable<string>): Promise<void> => {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeFile(file, data);
    await file.sync();
  } finally {
    await file.close();
  }
};

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/** The error of a failed write, with advice. */
export const storageError = (path: string, cause: unknown): GalleyError =>
  outOfDescriptors(cause) ??
  new GalleyError(
    'storage_failed',
    `Cannot write ${path} (${reasonOf(cause)}). Nothing was changed. ${adviceFor(reasonOf(cause))}`,
    { cause },
  );

const adviceFor = (reason: string): string =>
  reason === 'ENOENT' || reason === 'ENOTDIR'
    ? 'Make its folder and try again.'
    : 'Free up space or fix its permissions and try again.';
