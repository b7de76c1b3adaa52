import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../shared/node/atomic-file.ts';
import { endedFolder, endedIds, endedName, readEnded } from '../../shared/node/ended-reviews.ts';
import type { Logger } from '../../shared/node/logger.ts';
import { changePaths, documentPath, documentSourcePath } from '../../shared/node/paths.ts';
import type { EndedReview } from '../../shared/session/ended-review.ts';
import type { EndedSession } from '../../shared/session/session.ts';
import type { Decisions } from '../sessions/decisions.ts';
import type { InUse } from '../sessions/in-use.ts';
import { shownSource } from '../sessions/source.ts';
import { readSource } from '../sessions/spool.ts';

interface EndedReviewsOptions {
  /** That of the decisions. */
  readonly folder: string;
  /** What all of them may take together. */
  readonly maxBytes: number;
  /** Called with the ids of those that nothing is kept of any more. */
  readonly onRemoved: (ids: readonly string[]) => void;
  readonly logger: Logger;
}

/** What is kept of one review. */
interface Kept {
  readonly bytes: number;
  readonly keptAtMs: number;
}

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
  readonly #options: EndedReviewsOptions;
  /** What is known to be kept: all of it from the first sweep on. */
  readonly #kept = new Map<string, Kept>();

  constructor(options: EndedReviewsOptions) {
    this.#options = options;
  }

  /** That of the decisions. */
  get folder(): string {
    return this.#options.folder;
  }

  /** Undefined where nothing is kept. */
  find(id: string): Promise<EndedReview | undefined> {
    return readEnded(this.folder, id);
  }

  /**
   * Keeps a spool whose session has a decision on the disk. Never rejects.
   * @returns false where there is nothing to look at, it is more than may be kept, or the disk refused: the spool is
   * where it was
   */
  async keep(spool: string, session: Omit<EndedSession, 'isKept'>): Promise<boolean> {
    try {
      const [source, version] = await Promise.all([readSource(spool), versionIn(spool, session)]);
      if (source === undefined || version === undefined) return false;
      const bytes = await bytesOf(neededOf(spool, version));
      if (bytes > this.#options.maxBytes) {
        this.#options.logger.info({ session: session.id, bytes }, 'too large to be kept');
        return false;
      }
      const shown = shownSource(source);
      const review: EndedReview = { session: { ...session, isKept: true }, source: shown, version };
      await replaceFile(join(spool, endedName), JSON.stringify(review), { isDurable: false });
      const kept = endedFolder(this.folder, session.id);
      await rename(spool, kept);
      void shed(kept, version);
      this.#kept.set(session.id, { bytes, keptAtMs: Date.now() });
      void this.#makeRoom();
      return true;
    } catch {
      // A full disk, or decisions on another one: what is kept is a convenience.
      return false;
    }
  }

  /** Removes what is kept of a review. Never rejects: the next sweep tries again. */
  async remove(id: string): Promise<void> {
    this.#kept.delete(id);
    const path = endedFolder(this.folder, id);
    await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }

  /** Removes what has been kept for `keepDays`, what has no decision any more, and the oldest of what is too much. */
  async sweep({ nowMs, keepDays, decisions, inUse }: SweepOptions): Promise<void> {
    const removed: string[] = [];
    for (const id of await endedIds(this.folder)) {
      if (inUse.hasSession(id)) continue;
      const keptAtMs = await this.#keptAtMs(id);
      if ((await decisions.lacks(id)) || nowMs - keptAtMs > keepDays * dayMs) {
        await this.remove(id);
        removed.push(id);
        continue;
      }
      // The supervisor that kept it may have died before it had removed the rest of the spool.
      const review = await this.find(id);
      if (review === undefined) continue;
      const path = endedFolder(this.folder, id);
      await shed(path, review.version);
      const bytes = await bytesOf(neededOf(path, review.version));
      // It may have made room for another meanwhile.
      if (bytes > 0) this.#kept.set(id, { bytes, keptAtMs });
    }
    this.#options.onRemoved(removed);
    await this.#makeRoom();
  }

  /** Removes the oldest until the others are no more than they may take; their decisions stay. Never rejects. */
  async #makeRoom(): Promise<void> {
    const oldest = [...this.#kept].sort(([, one], [, other]) => one.keptAtMs - other.keptAtMs);
    let left = oldest.reduce((sum, [, { bytes }]) => sum + bytes, 0);
    const removed: string[] = [];
    for (const [id, { bytes }] of oldest) {
      if (left <= this.#options.maxBytes) break;
      left -= bytes;
      removed.push(id);
    }
    if (removed.length === 0) return;
    const { maxBytes, logger, onRemoved } = this.#options;
    logger.info({ sessions: removed, left, maxBytes }, 'ended reviews made room for others');
    // Before it is waited for: another review may end meanwhile.
    for (const id of removed) this.#kept.delete(id);
    onRemoved(removed);
    for (const id of removed) await this.remove(id);
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

/** What somebody needs who only looks. */
const neededOf = (folder: string, version: number): string[] => {
  const document = documentPath(folder);
  const change = changePaths(folder, version);
  return [
    join(folder, endedName),
    document,
    documentSourcePath(document),
    ...(version === 1 ? [change.patch, change.manifest] : [change.folder]),
  ];
};

/** Removes all else. Never rejects: the rest goes with the folder. */
const shed = async (folder: string, version: number): Promise<void> => {
  const needed = new Set(neededOf(folder, version));
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if (!needed.has(path)) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
};

/** What files, and folders with what is in them, take; nothing where there are none. */
const bytesOf = async (paths: readonly string[]): Promise<number> => {
  let bytes = 0;
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() === true)
      bytes += await bytesOf((await readdir(path)).map((name) => join(path, name)));
    else bytes += found?.size ?? 0;
  }
  return bytes;
};
