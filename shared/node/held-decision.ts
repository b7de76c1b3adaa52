import type { DecisionParts, Outcome } from '../session/decision.ts';
import { removeDurably, renameDurably, unlinkDurably } from './atomic-file.ts';
import { readOutcome, writeDecision } from './decision-file.ts';

/** The ending of a decision that can still be undone, instead of `.json`. */
export const heldEnding = '.held.json';

/**
 * Where the decision of a file stands while it can be undone. It is released by its name alone, and undone by its end:
 * of the two, in whatever processes they are tried, only one finds it there.
 */
export const heldPath = (decision: string): string => decision.replace(/\.json$/u, heldEnding);

/**
 * Writes a decision that can be undone, durably. To be called by the session's own process alone.
 * @returns false where the session is decided already: nothing is held
 * @throws GalleyError `storage_failed`; nothing is held
 */
export const holdDecision = async (path: string, decision: DecisionParts): Promise<boolean> => {
  const held = heldPath(path);
  try {
    while (!(await writeDecision(held, decision)))
      // Of an attempt that failed, and could not be cleared away.
      await removeDurably(held);
    // Looked at after it was written: who decides in place of a process that is gone looks for what it held first.
    if ((await readOutcome(path)) === undefined) return true;
  } catch (error) {
    // A disk that does not let go of it either is told by the error of the write.
    await removeDurably(held).catch(() => undefined);
    throw error;
  }
  await removeDurably(held);
  return false;
};

/**
 * Makes the decision that is held the session's, durably, once, whoever asks; one that stands already is not replaced.
 * @returns what stands now; undefined where nothing was decided, or it was undone
 * @throws GalleyError `storage_failed`; to be tried again
 */
export const releaseDecision = async (
  path: string,
): Promise<{ readonly outcome: Outcome; readonly isReleased: boolean } | undefined> => {
  const standing = await readOutcome(path);
  if (standing !== undefined) {
    await removeDurably(heldPath(path));
    return { outcome: standing, isReleased: false };
  }
  // Needs no room, as a second name would: the disk may be full.
  const isReleased = await renameDurably(heldPath(path), path);
  const outcome = await readOutcome(path);
  return outcome === undefined ? undefined : { outcome, isReleased };
};

/**
 * Takes the decision that is held back, durably.
 * @returns undefined; or what stands, where it was released before
 * @throws GalleyError `storage_failed`; to be tried again
 */
export const undoDecision = async (path: string): Promise<Outcome | undefined> => {
  await unlinkDurably(heldPath(path));
  return readOutcome(path);
};
