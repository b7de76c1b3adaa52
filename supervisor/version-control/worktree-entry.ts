import { randomUUID } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { chmod, link, lstat, mkdir, open, rename, rm, symlink, unlink } from 'node:fs/promises';
import { GalleyError } from '../../shared/errors.ts';
import { pathBelow, pathBytes, pathText } from '../../shared/node/path-name.ts';
import { openPlainFile, type OpenedFile } from '../../shared/node/plain-file.ts';
import { reasonOf } from '../../shared/node/secure-folder.ts';
import { isProjectPath } from './project-files.ts';

/** Larger files are not read. */
const maxEntryBytes = 20 * 1024 * 1024;

/** A file or a link of the work tree. */
export interface WorktreeEntry {
  readonly kind: 'file' | 'link';
  /** The content, or the target of a link. */
  readonly content: Buffer;
  /** Of a file, as by `chmod`. */
  readonly permissions: number;
}

/** What was read, to notice that it has changed since. */
export interface SeenEntry extends WorktreeEntry {
  readonly stats: BigIntStats;
}

export const isExecutable = ({ permissions }: Pick<WorktreeEntry, 'permissions'>): boolean =>
  (permissions & constants.S_IXUSR) !== 0;

/**
 * Reads what is at a path of a work tree; undefined if there is nothing.
 * @throws GalleyError `change_refused` for anything but files and links, or for paths through a link
 */
export const readWorktreeEntry = async (
  root: string,
  path: string,
): Promise<SeenEntry | undefined> => {
  if (!isProjectPath(path)) throw outside(path);
  try {
    const opened = await openPlainFile(root, path);
    switch (opened?.kind) {
      case undefined:
        return undefined;
      case 'link':
        return { kind: 'link', content: opened.target, permissions: 0o777, stats: opened.stats };
      case 'file':
        return await readEntry(opened);
      case 'other':
        throw notAFile();
    }
  } catch (error) {
    if (isGone(error)) return undefined;
    if (error instanceof GalleyError) throw error;
    throw refused(path, error);
  }
};

const readEntry = async ({ file, stats }: OpenedFile): Promise<SeenEntry> => {
  try {
    if (stats.size > maxEntryBytes) throw tooLarge();
    const content = await file.readFile();
    return { kind: 'file', content, permissions: Number(stats.mode & 0o777n), stats };
  } finally {
    await file.close();
  }
};

/**
 * Replaces what is at a path, or removes it, unless it has changed since it was seen.
 * @throws GalleyError `content_changed`, `change_refused` or `storage_failed`
 */
export const writeWorktreeEntry = async (
  root: string,
  path: string,
  {
    seen,
    entry,
  }: { readonly seen: SeenEntry | undefined; readonly entry: WorktreeEntry | undefined },
): Promise<void> => {
  const target = await pathToWrite(root, path);
  const folder = target.subarray(0, target.lastIndexOf('/') + 1);
  const draft = Buffer.concat([folder, Buffer.from(`.galley-${randomUUID()}.tmp`)]);
  try {
    if (entry !== undefined) await writeDraft(draft, entry);
    await refuseIfChanged(target, seen);
    if (entry === undefined) await unlink(target);
    else if (seen === undefined) {
      // Unlike rename, this fails if the name is taken.
      await link(draft, target);
      await unlink(draft);
    } else await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    if (error instanceof GalleyError) throw error;
    if (reasonOf(error) === 'EEXIST') throw changedSince();
    throw refused(path, error);
  }
};

const writeDraft = async (draft: Buffer, { kind, content, permissions }: WorktreeEntry) => {
  if (kind === 'link') {
    await symlink(content, draft);
    return;
  }
  const file = await open(draft, 'wx', permissions);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  // Not what the umask leaves of them.
  await chmod(draft, permissions);
};

const refuseIfChanged = async (target: Buffer, seen: SeenEntry | undefined): Promise<void> => {
  const now = await lstat(target, { bigint: true }).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  const isSame =
    now?.ino === seen?.stats.ino &&
    now?.size === seen?.stats.size &&
    now?.mtimeNs === seen?.stats.mtimeNs &&
    now?.mode === seen?.stats.mode;
  if (!isSame) throw changedSince();
};

/**
 * The absolute path; missing folders are made.
 * @throws GalleyError `change_refused` in a folder of version control itself, or behind a link or a file
 */
const pathToWrite = async (root: string, path: string): Promise<Buffer> => {
  if (!isProjectPath(path)) throw outside(path);
  const names = pathBytes(path).toString('latin1').split('/');
  for (const at of names.keys()) {
    if (at === 0) continue;
    const folder = pathText(Buffer.from(names.slice(0, at).join('/'), 'latin1'));
    try {
      if (!(await lstat(pathBelow(root, folder))).isDirectory()) throw outside(path);
    } catch (error) {
      if (error instanceof GalleyError) throw error;
      if (!isMissing(error)) throw refused(path, error);
      await mkdir(pathBelow(root, folder)).catch((cause: unknown) => {
        throw refused(path, cause);
      });
    }
  }
  return pathBelow(root, path);
};

const isMissing = (error: unknown): boolean => reasonOf(error) === 'ENOENT';

/** Also if a folder has become a file. */
const isGone = (error: unknown): boolean => isMissing(error) || reasonOf(error) === 'ENOTDIR';

export const changedSince = (): GalleyError =>
  new GalleyError('content_changed', 'The file has changed since. Refresh and look again.');

const outside = (path: string): GalleyError =>
  new GalleyError(
    'change_refused',
    `${path} is not a file of this work tree itself, so Galley does not write it.`,
  );

const notAFile = (): GalleyError =>
  new GalleyError('change_refused', 'This is not a regular file, so Galley does not write it.');

const tooLarge = (): GalleyError =>
  new GalleyError(
    'change_refused',
    `This file is larger than ${maxEntryBytes / 1024 / 1024} MiB. Change it with another program.`,
  );

const refused = (path: string, cause: unknown): GalleyError =>
  new GalleyError('change_refused', `${path} cannot be read or written (${reasonOf(cause)}).`, {
    cause,
  });
