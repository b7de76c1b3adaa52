import { readdir, rm, stat, utimes, lstat, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Paths } from '../shared/node/paths.ts';
import { isSubjectFolder } from '../shared/node/version-files.ts';
import { makeRoom } from './sessions/make-room.ts';
import { makeRoomForRounds } from './sessions/kept-round.ts';
import type { InUse } from './sessions/in-use.ts';

interface HousekeepingOptions {
  readonly paths: Paths;
  readonly keepDays: number;
  readonly history: { readonly days: number; readonly maxBytes: number };
  readonly nowMs: number;
  readonly inUse: InUse;
  /** The page folders that this supervisor serves. */
  readonly pages: readonly string[];
}

/** Removes files older than `keepDays`. Files in use stay, and start ageing when they are last seen in use. */
export const removeExpired = async (options: HousekeepingOptions): Promise<void> => {
  const { paths, inUse, pages, history } = options;
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
  await removeOld(paths.roundsFolder, { ...options, isInUse: () => false, areFolders: true });
  await makeRoomForRounds(paths.roundsFolder);
  await removeOld(paths.historyFolder, {
    ...options,
    keepDays: history.days,
    isInUse: () => false,
    areFolders: true,
  });
  await makeRoom(paths.historyFolder, { maxBytes: history.maxBytes, isKept: isSubjectFolder });
  // Only of use to a review that is open, and the next hook writes it again.
  await removeOld(paths.hooksFolder, { ...options, isInUse: () => false });
  await removeOld(paths.keptChangesFolder, { ...options, keepDays: 7, isInUse: () => false });
  const isPageInUse = (path: string) => pages.includes(path) || inUse.hasPath(path);
  await removeOld(paths.pagesFolder, {
    ...options,
    isInUse: (name) => isPageInUse(join(paths.pagesFolder, name)),
    areFolders: true,
  });
};

const ownLog = 'supervisor.log';
const dayMs = 24 * 60 * 60 * 1000;

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

/** A kind of file or folder that a process killed in the middle of its work leaves behind. */
interface StaleFile {
  readonly folder: string;
  /** Matches the whole name. */
  readonly name: RegExp;
  /** Whether folders go with what is in them; otherwise only empty ones do. */
  readonly areFull?: boolean;
  /** When older than this, nobody can still be using it. */
  readonly keptMs: number;
  /** Whether a running session still needs it. */
  readonly isInUse?: (name: string) => boolean;
}

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
    isInUse: (name) => inUse.hasSession(partOf(name, 0)),
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
    isInUse: (name) => inUse.hasKey(partOf(name, 0)),
  },
  // The copy of an index, and the empty configuration of a run of jj.
  { folder: tmpdir(), name: /^galley-(?:index|jj)-[0-9A-Za-z]{6}$/u, keptMs: dayMs, areFull: true },
];

/**
 * Removes what killed processes left behind once it is too old to be in use. What has another name stays, and in the
 * temporary folder what belongs to somebody else.
 */
export const removeStaleFiles = async ({
  paths,
  nowMs,
  inUse,
}: Pick<HousekeepingOptions, 'paths' | 'nowMs' | 'inUse'>): Promise<void> => {
  for (const { folder, name, keptMs, isInUse, areFull = false } of staleFiles(paths, inUse))
    // The temporary folder may be missing.
    for (const found of await readdir(folder).catch(() => []))
      if (name.test(found) && isInUse?.(found) !== true)
        await removeOlder(join(folder, found), { beforeMs: nowMs - keptMs, isFull: areFull });
};

interface RemoveOlderOptions {
  readonly beforeMs: number;
  readonly isFull: boolean;
}

const removeOlder = async (
  path: string,
  { beforeMs, isFull }: RemoveOlderOptions,
): Promise<void> => {
  try {
    const stats = await lstat(path);
    if (stats.mtimeMs >= beforeMs) return;
    // Others write to the temporary folder, too.
    if (isFull && stats.uid !== process.getuid?.()) return;
    if (!stats.isDirectory()) await rm(path);
    else await (isFull ? rm(path, { recursive: true }) : rmdir(path));
  } catch {
    // Already gone, or busy: the next sweep tries again.
  }
};
