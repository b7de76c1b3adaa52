import { json } from '../../shared/node/http/reply.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import { readFileIfThere, replaceFile } from '../../shared/node/atomic-file.ts';
import { lockFile } from '../../shared/node/file-lock.ts';
import {
  maxViewed,
  viewedSchema,
  type Viewed,
  type ViewedChange,
} from '../../shared/session/viewed.ts';

/** `/api/viewed`: which changes the reviewer has marked as viewed, by content. */
export const viewedHandlers = ({
  assignment: { files },
  streams,
}: SessionCore): SessionHandlers<'getViewed' | 'changeViewed'> => ({
  getViewed: async () => json(await readAll(files)),
  changeViewed: async ({ body: change }) => {
    const { viewed, viewedHere } = files;
    await changeViewed(viewed, change);
    if (viewedHere !== undefined && !change.isViewed) await unmark(viewedHere, change);
    streams.viewedChanged(change);
    return json({ count: (await readAll(files)).digests.length });
  },
});

type ViewedFiles = Pick<SessionCore['assignment']['files'], 'viewed' | 'viewedHere'>;

const readAll = async ({ viewed, viewedHere }: ViewedFiles): Promise<Viewed> => {
  const { digests } = await readViewed(viewed);
  if (viewedHere === undefined) return { digests };
  const before = await readViewed(viewedHere);
  return { digests: [...new Set([...before.digests, ...digests])] };
};

/** Most have no file of an earlier release, and need none. */
const unmark = async (path: string, change: ViewedChange): Promise<void> => {
  const { digests } = await readViewed(path);
  if (digests.some((digest) => change.digests.includes(digest))) await changeViewed(path, change);
};

const lockTimeoutMs = 10_000;

/** Reads the viewed marks. A missing or damaged file counts as empty: marks can be set again. */
const readViewed = async (path: string): Promise<Viewed> => {
  const text = await readFileIfThere(path);
  try {
    return viewedSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return { digests: [] };
  }
};

/**
 * Marks changes as viewed or not, under a lock, because several sessions may review the same change.
 * @throws GalleyError `storage_failed`
 */
export const changeViewed = async (
  path: string,
  { digests, isViewed }: ViewedChange,
): Promise<Viewed> => {
  // The write is atomic, so at worst a lost lock loses a mark.
  const release = await lockFile(path, { timeoutMs: lockTimeoutMs, onLost: () => undefined });
  try {
    const changed = new Set(digests);
    const others = (await readViewed(path)).digests.filter((digest) => !changed.has(digest));
    const next = { digests: isViewed ? [...others, ...changed].slice(-maxViewed) : others };
    await replaceFile(path, JSON.stringify(next), { isDurable: false });
    return next;
  } finally {
    await release();
  }
};
