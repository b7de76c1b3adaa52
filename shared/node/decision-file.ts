import { open, utimes } from 'node:fs/promises';
import { GalleyError } from '../errors.ts';
import { feedbackPieces } from '../feedback/feedback.ts';
import {
  decisionSchema,
  type Decision,
  type DecisionParts,
  type Outcome,
} from '../session/decision.ts';
import { outcomeSchema } from '../session/outcome.ts';
import {
  createFileOnce,
  readFileIfThere,
  readHeadIfThere,
  removeDurably,
  renameDurably,
  unlinkDurably,
} from './atomic-file.ts';

/**
 * Writes `decisions/<id>.json`, durably. The first decision wins, whoever wrote it.
 * @returns false if there is one already
 * @throws GalleyError `storage_failed`
 */
export const writeDecision = (path: string, decision: DecisionParts): Promise<boolean> =>
  createFileOnce(path, decisionJson(decision));

/** Reads a decision; undefined if missing. */
export const readDecision = async (path: string): Promise<Decision | undefined> => {
  const text = await readFileIfThere(path);
  return text === undefined ? undefined : decisionSchema.parse(JSON.parse(text));
};

/**
 * Reads the outcome from the start of a decision file; undefined if missing.
 * @throws GalleyError `storage_failed` if it is unreadable or invalid
 */
export const readOutcome = async (path: string): Promise<Outcome | undefined> => {
  const head = await readHeadIfThere(path, headBytes);
  if (head === undefined) return undefined;
  const outcome = outcomeIn(head);
  if (outcome !== undefined) return outcome;
  throw new GalleyError('storage_failed', `${path} is damaged: it holds no decision.`);
};

/** Extension of the empty file whose mtime says when the decision was collected. */
export const collectedEnding = 'collected';

/** Extension of the feedback text that was too long for an agent's hook. */
export const feedbackEnding = 'md';

/** Path of that text. */
export const feedbackPath = (path: string): string => path.replace(/json$/u, feedbackEnding);

/** Records that the launching process has collected a decision. */
export const markCollected = async (path: string, now: Date): Promise<void> => {
  const mark = path.replace(/json$/u, collectedEnding);
  const file = await open(mark, 'a', 0o600);
  await file.close();
  await utimes(mark, now, now);
};

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

/** Buffer size; writing every small piece separately would be slow. */
const pieceChars = 64 * 1024;

/** Number of leading bytes that `outcomeIn` needs. */
const headBytes = 64 * 1024;

/**
 * Serializes a decision as JSON, including its text for the agent, in pieces, so that the whole is never in memory.
 * Fields that readers may want on their own come first.
 */
export const decisionJson = (parts: DecisionParts): Generator<string> => gather(piecesOf(parts));

function* piecesOf(parts: DecisionParts): Generator<string> {
  const { id, mode, outcome, comments, annotations, dismissed, decidedAt, ...rest } = parts;
  yield JSON.stringify({ id, mode, outcome, ...rest }).slice(0, -1);
  yield* listOf('comments', comments);
  yield* listOf('annotations', annotations);
  if (dismissed !== undefined) yield* listOf('dismissed', dismissed);
  yield ',"markdown":"';
  // Pieces are encoded one by one, which is safe as none ends within a character.
  for (const piece of feedbackPieces(parts)) yield JSON.stringify(piece).slice(1, -1);
  yield `","decidedAt":${JSON.stringify(decidedAt)}}\n`;
}

function* listOf(key: string, items: readonly unknown[]): Generator<string> {
  yield `,"${key}":[`;
  for (const [index, item] of items.entries())
    yield `${index === 0 ? '' : ','}${JSON.stringify(item)}`;
  yield ']';
}

function* gather(pieces: Iterable<string>): Generator<string> {
  let gathered: string[] = [];
  let chars = 0;
  for (const piece of pieces) {
    gathered.push(piece);
    chars += piece.length;
    if (chars < pieceChars) continue;
    yield gathered.join('');
    gathered = [];
    chars = 0;
  }
  yield gathered.join('');
}

/**
 * Extracts the outcome from the start of a decision's JSON, where only string fields precede it; undefined if it is not
 * there.
 */
export const outcomeIn = (head: string): Outcome | undefined => {
  const found = /^\{(?:"\w+":"(?:[^"\\]|\\.)*",)*?"outcome":"(\w+)"/u.exec(head);
  const outcome = outcomeSchema.safeParse(found?.[1]);
  return outcome.success ? outcome.data : undefined;
};
