import { open, utimes } from 'node:fs/promises';
import { decisionSchema, type Decision } from '../session/decision.ts';
import { createFileOnce, readFileIfThere } from './atomic-file.ts';

/**
 * Writes `decisions/<id>.json`, durably. The first decision wins, whoever wrote it.
 * @returns false where there is one already
 * @throws GalleyError `storage_failed`
 */
export const writeDecision = (path: string, decision: Decision): Promise<boolean> =>
  createFileOnce(path, `${JSON.stringify(decision)}\n`);

/** The decision in a file; undefined where there is none. */
export const readDecision = async (path: string): Promise<Decision | undefined> => {
  const text = await readFileIfThere(path);
  return text === undefined ? undefined : decisionSchema.parse(JSON.parse(text));
};

/** The ending of the empty file beside a decision that says since when the launching process has it. */
export const collectedEnding = 'collected';

/** Notes that the launching process has the decision of a file. */
export const markCollected = async (path: string, now: Date): Promise<void> => {
  const mark = path.replace(/json$/u, collectedEnding);
  const file = await open(mark, 'a', 0o600);
  await file.close();
  await utimes(mark, now, now);
};
