import { access } from 'node:fs/promises';
import type * as z from 'zod';
import { GalleyError } from '../../shared/errors.ts';
import { readFileIfThere, replaceFile } from '../../shared/node/atomic-file.ts';
import { lastRoundPaths } from '../../shared/node/paths.ts';
import {
  settledSchema,
  type settleBodySchema,
  type Settled,
} from '../../shared/session/settled.ts';
import type { KeptRounds } from './change-tasks.ts';
import { maxSettled } from '../../shared/limits.ts';

/**
 * Which comments of earlier rounds the reviewer has settled, after a change if there is one. It is kept with the last
 * round, durably, whatever becomes of the session.
 * @throws GalleyError `not_found` if no round is kept, or `storage_failed`
 */
export const settledComments = async (
  { folder, key = 'none' }: KeptRounds,
  change?: z.infer<typeof settleBodySchema>,
): Promise<Settled> => {
  const { folder: kept, settled: path } = lastRoundPaths(folder, key);
  const known = await readSettled(path);
  if (change === undefined) return known;
  await access(kept).catch(() => {
    throw new GalleyError('not_found', 'The last round of this review is not kept any more.');
  });
  const { id, isSettled } = change;
  const others = known.settled.filter((one) => one !== id);
  const settled = [...others, ...(isSettled ? [id] : [])].slice(-maxSettled);
  await replaceFile(path, JSON.stringify({ settled } satisfies Settled), { isDurable: true });
  return { settled };
};

/** None if the file is missing or damaged. */
const readSettled = async (path: string): Promise<Settled> => {
  try {
    const text = await readFileIfThere(path);
    return text === undefined ? { settled: [] } : settledSchema.parse(JSON.parse(text));
  } catch {
    return { settled: [] };
  }
};
