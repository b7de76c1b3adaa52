import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endedReviewSchema, type EndedReview } from '../session/ended-review.ts';
import type { EndedSession } from '../session/session.ts';
import { sessionIdSchema } from '../session/session-id.ts';

/** The name of what says in a folder what is kept in it. */
export const endedName = 'ended.json';

/** The folder of an ended review beside its decision. The id must be one. */
export const endedFolder = (decisionsFolder: string, id: string): string =>
  join(decisionsFolder, id);

/** What is kept of an ended review; undefined where nothing is, or an id that is none. */
export const readEnded = async (
  decisionsFolder: string,
  id: string,
): Promise<EndedReview | undefined> => {
  if (!sessionIdSchema.safeParse(id).success) return undefined;
  try {
    const folder = endedFolder(decisionsFolder, id);
    // A link leads to what is not ours to serve, or to clear up.
    if (!(await lstat(folder)).isDirectory()) return undefined;
    const text = await readFile(join(folder, endedName), 'utf8');
    const review = endedReviewSchema.parse(JSON.parse(text));
    return review.session.id === id ? review : undefined;
  } catch {
    // It was removed for its age, or damaged: there is nothing to look at.
    return undefined;
  }
};

/** The ids of the ended reviews that have a folder, in no order. */
export const endedIds = async (decisionsFolder: string): Promise<string[]> =>
  (await readdir(decisionsFolder)).filter((name) => sessionIdSchema.safeParse(name).success);

/** The ended reviews that are kept, the oldest first. One after the other: there may be thousands. */
export const listEnded = async (decisionsFolder: string): Promise<EndedSession[]> => {
  const found: EndedSession[] = [];
  for (const id of await endedIds(decisionsFolder)) {
    const review = await readEnded(decisionsFolder, id);
    if (review !== undefined) found.push(review.session);
  }
  return found.sort((one, other) => (one.endedAt < other.endedAt ? -1 : 1));
};
