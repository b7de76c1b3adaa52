import { open, utimes } from 'node:fs/promises';
import { decisionJson, headBytes, outcomeIn } from '../decision-json.ts';
import {
  decisionSchema,
  type Decision,
  type DecisionParts,
  type Outcome,
} from '../session/decision.ts';
import { GalleyError } from '../errors.ts';
import { createFileOnce, readFileIfThere, readHeadIfThere } from './atomic-file.ts';

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
