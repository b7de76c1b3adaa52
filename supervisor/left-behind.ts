import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Paths } from '../shared/node/paths.ts';
import type { InUse } from './sessions/in-use.ts';

/** One kind of file or empty folder that a process leaves when it is killed in the middle of a write. */
interface LeftBehind {
  readonly folder: string;
  /** What its name is, from its first letter to its last. */
  readonly name: RegExp;
  /** Nobody can be using it any more when it is older than this. */
  readonly keptMs: number;
  /** Whether it is a running session's all the same, by its name. */
  readonly isInUse?: (name: string) => boolean;
}

const dayMs = 24 * 60 * 60 * 1000;
const weekMs = 7 * dayMs;

/**
 * What no one else removes. Half-written drafts, ticks and pages go with the old ones of their folders, and what stands
 * in a spool goes with it.
 */
const leftBehind = (paths: Paths, inUse: InUse): readonly LeftBehind[] => [
  // What came on the stdin of a command, and the same half-written.
  {
    folder: paths.stateFolder,
    name: /^stdin-[0-9a-f-]{36}\.patch(?:\.\d{1,10})?$/u,
    keptMs: dayMs,
    isInUse: (name) => inUse.hasPath(join(paths.stateFolder, name)),
  },
  // A large request to open a session, and the text that came with it.
  {
    folder: paths.stateFolder,
    name: /^opening-[0-9a-f-]{36}\.(?:json|text)$/u,
    keptMs: dayMs,
  },
  // A number that reads as a day or as seconds may be of a person's own copy.
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
  // Long enough for somebody to look at it.
  { folder: paths.runtimeFolder, name: /^registry\.json\.corrupt-\d+$/u, keptMs: weekMs },
  { folder: paths.runtimeFolder, name: /^registry\.json\.\d+\.tmp$/u, keptMs: dayMs },
  // Locks, which their holders refresh; they are taken over where they are wanted again, which may be never.
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

interface LeftBehindOptions {
  readonly paths: Paths;
  readonly nowMs: number;
  readonly inUse: InUse;
}

/**
 * Removes what processes that were killed have left behind, once it is so old that nobody is writing it. What has no
 * name of ours stays, and so does a folder with anything in it.
 */
export const removeLeftBehind = async ({
  paths,
  nowMs,
  inUse,
}: LeftBehindOptions): Promise<void> => {
  for (const { folder, name, keptMs, isInUse } of leftBehind(paths, inUse))
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
    // Another was faster, or the disk does not let go of it now: the next sweep tries again.
  }
};
