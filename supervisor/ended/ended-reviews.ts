import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../shared/node/atomic-file.ts';
import { endedFolder, endedIds, endedName, readEnded } from '../../shared/node/ended-reviews.ts';
import { changePaths, documentPath, documentSourcePath } from '../../shared/node/paths.ts';
import type { EndedReview } from '../../shared/session/ended-review.ts';
import type { EndedSession } from '../../shared/session/session.ts';
import type { Decisions } from '../sessions/decisions.ts';
import type { InUse } from '../sessions/in-use.ts';
import { shownSource } from '../sessions/source.ts';
import { readSource } from '../sessions/spool.ts';

interface SweepOptions {
  readonly nowMs: number;
  readonly keepDays: number;
  readonly decisions: Pick<Decisions, 'lacks'>;
  readonly inUse: Pick<InUse, 'hasSession'>;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * What is kept of ended reviews, each in a folder beside its decision: the spool, moved there as a whole by one rename,
 * so that at any moment all of it is in the one place or in the other.
 */
export class EndedReviews {
  readonly folder: string;

  /** @param folder that of the decisions */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** Undefined where nothing is kept. */
  find(id: string): Promise<EndedReview | undefined> {
    return readEnded(this.folder, id);
  }

  /**
   * Keeps a spool whose session has a decision on the disk. Never rejects.
   * @returns false where there is nothing to look at, or the disk refused: the spool is where it was
   */
  async keep(spool: string, session: Omit<EndedSession, 'isKept'>): Promise<boolean> {
    try {
      const [source, version] = await Promise.all([readSource(spool), versionIn(spool, session)]);
      if (source === undefined || version === undefined) return false;
      const shown = shownSource(source);
      const review: EndedReview = { session: { ...session, isKept: true }, source: shown, version };
      await replaceFile(join(spool, endedName), JSON.stringify(review), { isDurable: false });
      const kept = endedFolder(this.folder, session.id);
      await rename(spool, kept);
      void shed(kept, version);
      return true;
    } catch {
      // A full disk, or decisions on another one: what is kept is a convenience.
      return false;
    }
  }

  /** Removes what is kept of a review. Never rejects: the next sweep tries again. */
  async remove(id: string): Promise<void> {
    const path = endedFolder(this.folder, id);
    await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }

  /** Removes what has been kept for `keepDays`, and what has no decision any more. @returns the ids of these */
  async sweep({ nowMs, keepDays, decisions, inUse }: SweepOptions): Promise<string[]> {
    const removed: string[] = [];
    for (const id of await endedIds(this.folder)) {
      if (inUse.hasSession(id)) continue;
      const isOver =
        (await decisions.lacks(id)) || nowMs - (await this.#keptAtMs(id)) > keepDays * dayMs;
      if (!isOver) {
        // The supervisor that kept it may have died before it had removed the rest of the spool.
        const review = await this.find(id);
        if (review !== undefined) await shed(endedFolder(this.folder, id), review.version);
        continue;
      }
      await this.remove(id);
      removed.push(id);
    }
    return removed;
  }

  /** The beginning of time for what says nothing of itself, which nobody can look at. */
  async #keptAtMs(id: string): Promise<number> {
    return stat(join(endedFolder(this.folder, id), endedName)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
  }
}

/** Which version of the content a spool ended with; undefined where it has none. */
const versionIn = async (
  spool: string,
  { mode }: Pick<EndedSession, 'mode'>,
): Promise<number | undefined> => {
  if (mode !== 'review') return (await isThere(documentPath(spool))) ? 1 : undefined;
  const later = (await readdir(spool))
    .map((name) => Number(/^version-(\d{1,9})$/u.exec(name)?.[1] ?? 1))
    .sort((one, other) => other - one);
  for (const version of later)
    if (await isThere(changePaths(spool, version).manifest)) return version;
  return undefined;
};

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Removes what nobody needs who only looks. Never rejects: the rest goes with the folder. */
const shed = async (folder: string, version: number): Promise<void> => {
  const document = documentPath(folder);
  const change = changePaths(folder, version);
  const needed = new Set([
    join(folder, endedName),
    document,
    documentSourcePath(document),
    ...(version === 1 ? [change.patch, change.manifest] : [change.folder]),
  ]);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if (!needed.has(path)) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
};
