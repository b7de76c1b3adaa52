import { readFileIfThere, replaceFile } from '../../shared/node/atomic-file.ts';
import { lockFile } from '../../shared/node/file-lock.ts';
import {
  maxViewed,
  viewedSchema,
  type Viewed,
  type ViewedChange,
} from '../../shared/session/viewed.ts';

const lockTimeoutMs = 10_000;

/** Reads the viewed marks. A missing or damaged file counts as empty: marks can be set again. */
export const readViewed = async (path: string): Promise<Viewed> => {
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
