import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Paths } from '../shared/node/paths.ts';
import { removeLeftBehind } from './left-behind.ts';
import type { InUse } from './sessions/in-use.ts';

interface HousekeepingOptions {
  readonly paths: Paths;
  readonly keepDays: number;
  readonly nowMs: number;
  readonly inUse: InUse;
  /** The pages that this supervisor serves. */
  readonly pages: readonly string[];
}

/** Removes what has been kept long enough. What is in use stays, and its age counts from the last time that it was. */
export const keepHouse = async (options: HousekeepingOptions): Promise<void> => {
  const { paths, inUse, pages } = options;
  await removeLeftBehind(options);
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
  // The record of a review has its round: what goes while that is open is made anew.
  await removeOld(paths.roundsFolder, { ...options, isInUse: () => false });
  // What a hook has noted of a review is of use for as long as that runs, and is noted anew by the next.
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

/** What stands in a name between two full stops. */
const partOf = (name: string, at: number): string => name.split('.')[at] ?? '';

interface RemoveOldOptions extends Pick<HousekeepingOptions, 'keepDays' | 'nowMs'> {
  readonly isInUse: (name: string) => boolean;
  /** Whether what is kept there are folders; else there are none to remove. */
  readonly areFolders?: boolean;
}

/** Removes what was last written more than `keepDays` ago. */
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
      // Another was faster, it is a folder that is not ours, or the disk does not let go of it: there is a next time.
    }
  }
};
