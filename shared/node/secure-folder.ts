import { lstat, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { GalleyError } from '../errors.ts';
import { findUnsafeFolder } from './unsafe-folder.ts';

const writableByOthers = 0o022;

/**
 * Creates a folder (0700) with its parents, or checks an existing one: a real folder, ours, writable only by us, and
 * not replaceable by others through a folder above.
 * @throws GalleyError `unsafe_folder` or `storage_failed`
 */
export const secureFolder = async (path: string): Promise<void> => {
  refuseUnsafeFolder(path);
  try {
    await makeFolder(path);
  } catch (cause) {
    throw new GalleyError(
      'storage_failed',
      `Cannot create the folder ${path} (${reasonOf(cause)}). Make it writable, or set GALLEY_HOME to a folder that is.`,
      { cause },
    );
  }
  // Check again, including new or changed parents.
  refuseUnsafeFolder(path);
  const stats = await lstat(path);
  const problem = problemOf(stats);
  if (problem !== undefined)
    throw new GalleyError(
      'unsafe_folder',
      `The folder ${path} ${problem}. Galley keeps private files there: run chmod 700 on it, or set GALLEY_HOME to another folder.`,
    );
};

/**
 * Checks a folder that is only read: files that others could have written are not trusted.
 * @throws GalleyError `unsafe_folder`
 */
export const refuseUnsafeFolder = (path: string): void => {
  const unsafe = findUnsafeFolder(path);
  if (unsafe !== undefined)
    throw new GalleyError(
      'unsafe_folder',
      `The folder ${unsafe.path}, below which Galley keeps private files, ${unsafe.problem}. ${unsafe.advice}`,
    );
};

/** Node's recursive `mkdir` never returns below a folder such as /proc, which claims that nothing inside exists. */
const makeFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || parent === path) throw error;
    // Another process may have created it.
    if (!(await isThere(parent))) await makeFolder(parent);
    await mkdir(path, { mode: 0o700 }).catch((again: NodeJS.ErrnoException) => {
      if (again.code !== 'EEXIST') throw again;
    });
  }
};

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

const problemOf = (stats: { isDirectory: () => boolean; uid: number; mode: number }) => {
  if (!stats.isDirectory()) return 'is no folder';
  if (process.getuid !== undefined && stats.uid !== process.getuid())
    return 'belongs to another user';
  if ((stats.mode & writableByOthers) !== 0) return 'can be written to by others';
  return undefined;
};

/** The error for running out of file descriptors; undefined for other failures. */
export const outOfDescriptors = (cause: unknown): GalleyError | undefined => {
  const reason = reasonOf(cause);
  return reason === 'EMFILE' || reason === 'ENFILE'
    ? new GalleyError(
        'storage_failed',
        `No more files can be opened (${reason}). Close reviews, or raise the limit of open files (\`ulimit -n\`) and restart the supervisor, then try again.`,
        { cause },
      )
    : undefined;
};

/** The system error code (`ENOSPC`), else the message. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof Error) {
    const { code } = error as NodeJS.ErrnoException;
    return code ?? error.message;
  }
  return String(error);
};
