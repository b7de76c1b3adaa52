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
