import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endedReviewSchema, type EndedReview, type EndedSession } from '../session/session.ts';
import { sessionIdSchema } from '../session/session-id.ts';

/** The file that describes an ended review, in its folder. */
export const endedName = 'ended.json';

/** The folder of an ended review, next to its decision. The id must be valid. */
export const endedFolder = (decisionsFolder: string, id: string): string =>
  join(decisionsFolder, id);

/** Reads an ended review; undefined if it is not kept, or the id is invalid. */
export const readEnded = async (
  decisionsFolder: string,
  id: string,
): Promise<EndedReview | undefined> => {
  if (!sessionIdSchema.safeParse(id).success) return undefined;
  try {
    const folder = endedFolder(decisionsFolder, id);
    // Never follow a link: its target is not ours to serve or remove.
    if (!(await lstat(folder)).isDirectory()) return undefined;
    const text = await readFile(join(folder, endedName), 'utf8');
    const review = endedReviewSchema.parse(JSON.parse(text));
    return review.session.id === id ? review : undefined;
  } catch {
    // Expired or damaged.
    return undefined;
  }
};

/** Ids of ended reviews with a folder, unordered. */
export const endedIds = async (decisionsFolder: string): Promise<string[]> =>
  (await readdir(decisionsFolder)).filter((name) => sessionIdSchema.safeParse(name).success);

/** The ended reviews, oldest first. Read one by one, since there may be thousands. */
export const listEnded = async (decisionsFolder: string): Promise<EndedSession[]> => {
  const found: EndedSession[] = [];
  for (const id of await endedIds(decisionsFolder)) {
    const review = await readEnded(decisionsFolder, id);
    if (review !== undefined) found.push(review.session);
  }
  return found.sort((one, other) => (one.endedAt < other.endedAt ? -1 : 1));
};
