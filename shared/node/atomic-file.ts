import { link, open, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { randomUUID } from 'node:crypto';
import writeFileAtomic from 'write-file-atomic';
import { GalleyError } from '../errors.ts';
import { outOfDescriptors, reasonOf } from './secure-folder.ts';

interface WriteOptions {
  /** Wait until it is on the disk; for what must survive a power cut. */
  readonly isDurable: boolean;
}

/**
 * Replaces a file as a whole (temporary file in the same folder, then rename), 0600.
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
 * Creates a file that is written once and never changed; it is on the disk, with its folder, when this returns. What
 * comes in pieces is never in memory as a whole.
 * @returns false where the file was there already: it is left as it was
 * @throws GalleyError `storage_failed`
 */
export const createFileOnce = async (
  path: string,
  data: string | Iterable<string>,
): Promise<boolean> => {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeDurably(temporary, data);
    // A link fails where the name is taken, a rename would replace: the first writer wins, in whatever process it is.
    await link(temporary, path);
    await syncFolder(dirname(path));
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw storageError(path, cause);
  } finally {
    // Where it cannot be removed, the error of the write says why.
    await rm(temporary, { force: true }).catch(() => undefined);
  }
};

/**
 * Removes a file, if there is one; it is gone from the disk when this returns.
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

/** The text of a file, or undefined where there is none. @throws GalleyError `storage_failed` */
export const readFileIfThere = (path: string): Promise<string | undefined> =>
  ifThere(path, () => readFile(path, 'utf8'));

/** The text at the beginning of a file, or undefined where there is none. @throws GalleyError `storage_failed` */
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
 * Gives a file another name in its folder, as one step; the name is on the disk when this returns.
 * @returns false where there is no such file
 * @throws GalleyError `storage_failed`
 */
export const renameDurably = (path: string, to: string): Promise<boolean> =>
  changeName(path, () => rename(path, to));

/**
 * Removes a file that may be gone already; its name is gone from the disk when this returns.
 * @returns false where there was none
 * @throws GalleyError `storage_failed`
 */
export const unlinkDurably = (path: string): Promise<boolean> =>
  changeName(path, () => unlink(path));

/** Synced also where the file is gone: an attempt before may have got as far as that and no further. */
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

/** A write that failed, told with what to do. */
export const storageError = (path: string, cause: unknown): GalleyError =>
  outOfDescriptors(cause) ??
  new GalleyError(
    'storage_failed',
    `Cannot write ${path} (${reasonOf(cause)}). Nothing was changed. Free up space or fix its permissions and try again.`,
    { cause },
  );
