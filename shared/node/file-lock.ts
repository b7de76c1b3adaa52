import { mkdir, rmdir, stat, utimes } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import lockfile from 'proper-lockfile';
import { GalleyError } from '../errors.ts';
import { storageError } from './atomic-file.ts';

interface LockOptions {
  /** How long a lock that another process holds is waited for. */
  readonly patienceMs: number;
  /** Told, as the end of a sentence, when the lock was lost to another holder before it was released. */
  readonly onLost: (reason: string) => void;
}

/** A lock that its holder has not refreshed for this long was left behind. */
const staleMs = 5000;
const refreshMs = 1500;
const pauseMs = 25;

/**
 * Takes the lock `PATH.lock`. Two may hold it all the same, when the clock is set forward or a holder stands still for
 * some seconds: what is done under it must bear that.
 * @returns what releases it; never rejects
 * @throws GalleyError `storage_failed` where it stays held, or cannot be made
 */
export const lockFile = async (
  path: string,
  options: LockOptions,
): Promise<() => Promise<void>> => {
  const deadlineMs = performance.now() + options.patienceMs;
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

/** Undefined where another holds it, or has removed ours. Only that is worth another try: a full disk is told at once. */
const tryLock = async (
  path: string,
  { onLost }: LockOptions,
): Promise<(() => Promise<void>) | undefined> => {
  try {
    const release = await lockfile.lock(path, {
      realpath: false,
      // Its own takeover lets two pass now and then: the second removes the lock that the first has just made.
      stale: 2 ** 31,
      update: refreshMs,
      // The default throws from a timer.
      onCompromised: (error) => onLost(error.message),
    });
    // ERELEASED and the like: a lock that was taken over is its new holder's business.
    return () => release().catch((error: unknown) => onLost(String(error)));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOENT: one whose clock is ahead took it for left behind, before it was looked at for the first time.
    if (code === 'ELOCKED' || code === 'ENOENT') return undefined;
    throw storageError(`${path}.lock`, error);
  }
};

/** Removes a lock that was left behind, one process at a time: each looks again before it removes. */
const removeStale = async (lock: string): Promise<void> => {
  if (!(await isStale(lock))) return;
  const turn = `${lock}.stale`;
  try {
    await mkdir(turn, { mode: 0o700 });
  } catch {
    // It is another's turn, unless that one died in it.
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
    // From before the clock was set back: it would look fresh until that time comes again, and ages from now on.
    if (ageMs < -staleMs) await utimes(lock, nowMs / 1000, nowMs / 1000);
    return ageMs > staleMs;
  } catch {
    // It was released in the meantime.
    return false;
  }
};

const removeFolder = (path: string): Promise<void> =>
  rmdir(path).catch(() => {
    // Another was faster.
  });
