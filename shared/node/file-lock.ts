import { mkdir, rmdir, stat, utimes } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import lockfile from 'proper-lockfile';
import { GalleyError } from '../errors.ts';
import { storageError } from './atomic-file.ts';

interface LockOptions {
  /** How long to wait for a lock held by another process. */
  readonly timeoutMs: number;
  /** Called with the reason if the lock is lost to another holder before its release. */
  readonly onLost: (reason: string) => void;
}

/** A lock not refreshed for this long is stale. */
const staleMs = 5000;
const refreshMs = 1500;
const pauseMs = 25;

/**
 * Takes the lock `PATH.lock`. Two processes may still hold it at once, if the clock is set forward or a holder is
 * suspended for some seconds: callers must tolerate that.
 * @returns a function that releases it and never rejects
 * @throws GalleyError `storage_failed` if it stays held or cannot be created
 */
export const lockFile = async (
  path: string,
  options: LockOptions,
): Promise<() => Promise<void>> => {
  const deadlineMs = performance.now() + options.timeoutMs;
  for (;;) {
    const release = await tryLock(path, options);
    if (release !== undefined) return release;
    if (performance.now() > deadlineMs)
      throw new GalleyError(
        'storage_failed',
        `Cannot lock ${path}: another process holds ${path}.lock. Try again; remove that folder if it stays.`,
      );
    await removeStale(`${path}.lock`);
    await delay(pauseMs);
  }
};

/**
 * Undefined if another process holds it, or has removed ours: worth a retry. Other errors, such as a full disk, are
 * thrown.
 */
const tryLock = async (
  path: string,
  { onLost }: LockOptions,
): Promise<(() => Promise<void>) | undefined> => {
  try {
    const release = await lockfile.lock(path, {
      realpath: false,
      // proper-lockfile's own takeover has a race: the second process may remove the lock that the first has just
      // created.
      stale: 2 ** 31,
      update: refreshMs,
      // The default throws from a timer.
      onCompromised: (error) => onLost(error.message),
    });
    // ERELEASED and the like: a lock that was taken over belongs to its new holder.
    return () => release().catch((error: unknown) => onLost(String(error)));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOENT: a process with a clock ahead took it for stale before the first check.
    if (code === 'ELOCKED' || code === 'ENOENT') return undefined;
    throw storageError(`${path}.lock`, error);
  }
};

/** Removes a stale lock, one process at a time; each checks again first. */
const removeStale = async (lock: string): Promise<void> => {
  if (!(await isStale(lock))) return;
  const turn = `${lock}.stale`;
  try {
    await mkdir(turn, { mode: 0o700 });
  } catch {
    // Another process is at it, unless it died.
    if (await isStale(turn)) await removeFolder(turn);
    return;
  }
  if (await isStale(lock)) await removeFolder(lock);
  await removeFolder(turn);
};

const isStale = async (lock: string): Promise<boolean> => {
  try {
    const nowMs = Date.now();
    const ageMs = nowMs - (await stat(lock)).mtimeMs;
    // From before the clock was set back: it would look fresh until that time comes again.
    if (ageMs < -staleMs) await utimes(lock, nowMs / 1000, nowMs / 1000);
    return ageMs > staleMs;
  } catch {
    // Released in the meantime.
    return false;
  }
};

const removeFolder = (path: string): Promise<void> =>
  rmdir(path).catch(() => {
    // Already gone.
  });
