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
 * @returns false where there is one already
 * @throws GalleyError `storage_failed`
 */
export const writeDecision = (path: string, decision: DecisionParts): Promise<boolean> =>
  createFileOnce(path, decisionJson(decision));

/** The decision in a file; undefined where there is none. */
export const readDecision = async (path: string): Promise<Decision | undefined> => {
  const text = await readFileIfThere(path);
  return text === undefined ? undefined : decisionSchema.parse(JSON.parse(text));
};

/**
 * The outcome in a file, of which only the beginning is read; undefined where there is none.
 * @throws GalleyError `storage_failed` where it cannot be read or is no decision
 */
export const readOutcome = async (path: string): Promise<Outcome | undefined> => {
  const head = await readHeadIfThere(path, headBytes);
  if (head === undefined) return undefined;
  const outcome = outcomeIn(head);
  if (outcome !== undefined) return outcome;
  throw new GalleyError('storage_failed', `${path} is damaged: it holds no decision.`);
};

/** The ending of the empty file beside a decision that says since when the launching process has it. */
export const collectedEnding = 'collected';

/** The ending of the text beside a decision that was too long for an agent's hook. */
export const feedbackEnding = 'md';

/** Where the text of a decision is put for an agent to read. */
export const feedbackPath = (path: string): string => path.replace(/json$/u, feedbackEnding);

/** Notes that the launching process has the decision of a file. */
export const markCollected = async (path: string, now: Date): Promise<void> => {
  const mark = path.replace(/json$/u, collectedEnding);
  const file = await open(mark, 'a', 0o600);
  await file.close();
  await utimes(mark, now, now);
};
