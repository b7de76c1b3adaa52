import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Paths } from '../shared/node/paths.ts';
import { removeStaleFiles } from './stale-files.ts';
import type { InUse } from './sessions/in-use.ts';

interface HousekeepingOptions {
  readonly paths: Paths;
  readonly keepDays: number;
  readonly nowMs: number;
  readonly inUse: InUse;
  /** The page folders that this supervisor serves. */
  readonly pages: readonly string[];
}

/** Removes files older than `keepDays`. Files in use stay, and start ageing when they are last seen in use. */
export const removeExpired = async (options: HousekeepingOptions): Promise<void> => {
  const { paths, inUse, pages } = options;
  await removeStaleFiles(options);
  await removeOld(paths.logFolder, {
    ...options,
    isInUse: (name) => name === ownLog || inUse.hasSession(partOf(name, 0)),
  });
  await removeOld(paths.draftsFolder, {
    ...options,
    isInUse: (name) => inUse.hasSession(partOf(name, 1)),
  });
  await removeOld(paths.viewedFolder, {
    ...options,
    isInUse: (name) => inUse.hasKey(partOf(name, 0)),
  });
  // The session record also has the round, so a file that goes while its review is open is rewritten.
  await removeOld(paths.roundsFolder, { ...options, isInUse: () => false });
  // Only of use to a review that is open, and the next hook writes it again.
  await removeOld(paths.hooksFolder, { ...options, isInUse: () => false });
  const isPageInUse = (path: string) => pages.includes(path) || inUse.hasPath(path);
  await removeOld(paths.pagesFolder, {
    ...options,
    isInUse: (name) => isPageInUse(join(paths.pagesFolder, name)),
    areFolders: true,
  });
};

const ownLog = 'supervisor.log';
const dayMs = 24 * 60 * 60 * 1000;

/** The part of a dotted file name at this index. */
const partOf = (name: string, at: number): string => name.split('.')[at] ?? '';

interface RemoveOldOptions extends Pick<HousekeepingOptions, 'keepDays' | 'nowMs'> {
  readonly isInUse: (name: string) => boolean;
  /** Removes folders as well as files. */
  readonly areFolders?: boolean;
}

/** Removes entries last written more than `keepDays` ago. */
export const removeOld = async (
  folder: string,
  { keepDays, nowMs, isInUse, areFolders = false }: RemoveOldOptions,
): Promise<void> => {
  const now = new Date(nowMs);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    try {
      const { mtimeMs } = await stat(path);
      if (isInUse(name)) await utimes(path, now, now);
      else if (nowMs - mtimeMs > keepDays * dayMs) await rm(path, { recursive: areFolders });
    } catch {
      // Already gone, not ours, or busy: the next sweep tries again.
    }
  }
};
