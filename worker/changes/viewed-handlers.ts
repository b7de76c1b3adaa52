import * as z from 'zod';
import { json } from '../../shared/node/http/reply.ts';
import { readSpoolFile } from '../content/spool-file.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import { readFileIfThere, replaceFile } from '../../shared/node/atomic-file.ts';
import { digestBelow } from '../../shared/node/digest-below.ts';
import { lockFile } from '../../shared/node/file-lock.ts';
import { changePaths } from '../../shared/node/paths.ts';
import { manifestSchema } from '../../shared/placement/manifest.ts';
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
  version,
}: SessionCore): SessionHandlers<'getViewed' | 'changeViewed'> => ({
  getViewed: async () => json(await readAll(files)),
  changeViewed: async ({ body: change }) => {
    const { viewed, viewedHere, viewedBelow = [] } = files;
    const { manifest } = changePaths(files.spool, version.current);
    const rest = new Set(change.digests);
    const below = viewedBelow.length === 0 ? [] : await filesBelow(manifest, rest);
    for (const { folder, viewed: its } of viewedBelow) {
      const own = below.filter((file) => digestBelow(folder, file.own) === file.digest);
      if (own.length === 0) continue;
      await changeViewed(its, { ...change, digests: own.map((file) => file.own) });
      for (const { digest } of own) rest.delete(digest);
    }
    if (rest.size > 0) await changeViewed(viewed, { ...change, digests: [...rest] });
    if (viewedHere !== undefined && !change.isViewed) await unmark(viewedHere, change);
    streams.viewedChanged(change);
    return json({ count: (await readAll(files)).digests.length });
  },
});

type ViewedFiles = Pick<
  SessionCore['assignment']['files'],
  'viewed' | 'viewedHere' | 'viewedBelow'
>;

const readAll = async ({ viewed, viewedHere, viewedBelow = [] }: ViewedFiles): Promise<Viewed> => {
  const digests = new Set<string>();
  for (const path of viewedHere === undefined ? [viewed] : [viewedHere, viewed])
    for (const digest of (await readViewed(path)).digests) digests.add(digest);
  for (const { folder, viewed: its } of viewedBelow)
    for (const digest of (await readViewed(its)).digests) digests.add(digestBelow(folder, digest));
  return { digests: [...digests] };
};

const digestsSchema = z.object({
  files: z.array(manifestSchema.shape.files.element.pick({ digest: true, ownDigest: true })),
});

/** Of files of several repositories, the digests that they have there. @throws GalleyError `storage_failed` */
const filesBelow = async (manifest: string, digests: ReadonlySet<string>) => {
  const { files } = await readSpoolFile(manifest, digestsSchema);
  return files.flatMap(({ digest, ownDigest: own }) =>
    digest !== undefined && own !== undefined && digests.has(digest) ? [{ digest, own }] : [],
  );
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
