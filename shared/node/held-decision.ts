import type { DecisionParts, Outcome } from '../session/decision.ts';
import { removeDurably, renameDurably, unlinkDurably } from './atomic-file.ts';
import { readOutcome, writeDecision } from './decision-file.ts';

/** Extension of a held decision, instead of `.json`. */
export const heldEnding = '.held.json';

/**
 * The path of a held decision. It is released by renaming and undone by removing it, so that only one of the two can
 * succeed, in whatever processes.
 */
export const heldPath = (decision: string): string => decision.replace(/\.json$/u, heldEnding);

/**
 * Holds a decision, durably. Called only by the session's own process.
 * @returns false if the session is already decided
 * @throws GalleyError `storage_failed`; nothing is held
 */
export const holdDecision = async (path: string, decision: DecisionParts): Promise<boolean> => {
  const held = heldPath(path);
  try {
    while (!(await writeDecision(held, decision)))
      // A leftover of a failed attempt.
      await removeDurably(held);
    // Checked after the write: whoever settles for a dead process looks for a held decision first.
    if ((await readOutcome(path)) === undefined) return true;
  } catch (error) {
    // The error of the write takes precedence.
    await removeDurably(held).catch(() => undefined);
    throw error;
  }
  await removeDurably(held);
  return false;
};

/**
 * Releases the held decision, durably. Idempotent; an existing decision is not replaced.
 * @returns the outcome; undefined if nothing was decided, or it was undone
 * @throws GalleyError `storage_failed`; may be retried
 */
export const releaseDecision = async (
  path: string,
): Promise<{ readonly outcome: Outcome; readonly isReleased: boolean } | undefined> => {
  const standing = await readOutcome(path);
  if (standing !== undefined) {
    await removeDurably(heldPath(path));
    return { outcome: standing, isReleased: false };
  }
  // A rename works on a full disk, unlike a link.
  const isReleased = await renameDurably(heldPath(path), path);
  const outcome = await readOutcome(path);
  return outcome === undefined ? undefined : { outcome, isReleased };
};

/**
 * Undoes the held decision, durably.
 * @returns undefined; or the outcome, if it was released before
 * @throws GalleyError `storage_failed`; may be retried
 */
export const undoDecision = async (path: string): Promise<Outcome | undefined> => {
  await unlinkDurably(heldPath(path));
  return readOutcome(path);
};
