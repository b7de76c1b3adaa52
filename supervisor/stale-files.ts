import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Paths } from '../shared/node/paths.ts';
import type { InUse } from './sessions/in-use.ts';

/** A kind of file or empty folder that a process killed in the middle of a write leaves behind. */
interface StaleFile {
  readonly folder: string;
  /** Matches the whole name. */
  readonly name: RegExp;
  /** When older than this, nobody can still be using it. */
  readonly keptMs: number;
  /** Whether a running session still needs it. */
  readonly isInUse?: (name: string) => boolean;
}

const dayMs = 24 * 60 * 60 * 1000;
const weekMs = 7 * dayMs;

/**
 * Everything that nothing else removes. Partial drafts, viewed marks and pages expire with their folders, and whatever
 * is in a spool is removed with it.
 */
const staleFiles = (paths: Paths, inUse: InUse): readonly StaleFile[] => [
  // A patch from a command's stdin, complete or partial.
  {
    folder: paths.stateFolder,
    name: /^stdin-[0-9a-f-]{36}\.patch(?:\.\d{1,10})?$/u,
    keptMs: dayMs,
    isInUse: (name) => inUse.hasPath(join(paths.stateFolder, name)),
  },
  // A large request to open a session, and its text.
  {
    folder: paths.stateFolder,
    name: /^opening-[0-9a-f-]{36}\.(?:json|text)$/u,
    keptMs: dayMs,
  },
  // A suffix that looks like a date or a Unix time may be somebody's own backup.
  {
    folder: paths.configFolder,
    name: /^config\.json\.(?!(?:20\d{6}|1[6-9]\d{8})$)\d{5,10}$/u,
    keptMs: dayMs,
  },
  {
    folder: paths.decisionsFolder,
    name: /^[0-9a-z]{12}(?:\.held)?\.json\.[0-9a-f-]{36}\.tmp$/u,
    keptMs: dayMs,
    isInUse: (name) => inUse.hasSession(firstPartOf(name)),
  },
  // Kept long enough for somebody to look into it.
  { folder: paths.runtimeFolder, name: /^registry\.json\.corrupt-\d+$/u, keptMs: weekMs },
  { folder: paths.runtimeFolder, name: /^registry\.json\.\d+\.tmp$/u, keptMs: dayMs },
  // Holders refresh their locks. A stale one is taken over when it is next wanted, which may be never.
  { folder: paths.runtimeFolder, name: /^registry\.json\.lock\.stale$/u, keptMs: dayMs },
  { folder: paths.configFolder, name: /^config\.json\.lock(?:\.stale)?$/u, keptMs: dayMs },
  {
    folder: paths.viewedFolder,
    name: /^[0-9a-f]+\.json\.lock(?:\.stale)?$/u,
    keptMs: dayMs,
    isInUse: (name) => inUse.hasKey(firstPartOf(name)),
  },
];

const firstPartOf = (name: string): string => name.split('.')[0] ?? '';

interface StaleFilesOptions {
  readonly paths: Paths;
  readonly nowMs: number;
  readonly inUse: InUse;
}

/**
 * Removes files left behind by killed processes once they are too old to be in use. Files with other names stay, and so
 * do folders that are not empty.
 */
export const removeStaleFiles = async ({
  paths,
  nowMs,
  inUse,
}: StaleFilesOptions): Promise<void> => {
  for (const { folder, name, keptMs, isInUse } of staleFiles(paths, inUse))
    for (const found of await readdir(folder))
      if (name.test(found) && isInUse?.(found) !== true)
        await removeOlder(join(folder, found), nowMs - keptMs);
};

const removeOlder = async (path: string, beforeMs: number): Promise<void> => {
  try {
    const stats = await lstat(path);
    if (stats.mtimeMs >= beforeMs) return;
    await (stats.isDirectory() ? rmdir(path) : rm(path));
  } catch {
    // Already gone, or busy: the next sweep tries again.
  }
};
