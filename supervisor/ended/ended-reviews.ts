import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../shared/node/atomic-file.ts';
import { endedFolder, endedIds, endedName, readEnded } from '../../shared/node/ended-reviews.ts';
import type { Logger } from '../../shared/node/logger.ts';
import {
  changePaths,
  documentPath,
  documentPaths,
  documentSourcePath,
  framePath,
} from '../../shared/node/paths.ts';
import type { EndedReview, EndedSession } from '../../shared/session/session.ts';
import type { Decisions } from '../sessions/decisions.ts';
import type { InUse } from '../sessions/in-use.ts';
import { shownSource } from '../sessions/source.ts';
import { readSource } from '../sessions/spool.ts';

interface EndedReviewsOptions {
  /** The folder of decisions. */
  readonly folder: string;
  /** Limit for all of them together. */
  readonly maxBytes: number;
  /** Called with the ids of reviews whose content was removed. */
  readonly onRemoved: (ids: readonly string[]) => void;
  readonly logger: Logger;
}

/** What is tracked about a stored review. */
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
 * Archives the content of ended reviews, each in a folder next to its decision. A spool is moved there by one rename,
 * so it is always in exactly one of the two places.
 */
export class EndedReviews {
  readonly #options: EndedReviewsOptions;
  /** The stored reviews; complete after the first sweep. */
  readonly #kept = new Map<string, Kept>();

  constructor(options: EndedReviewsOptions) {
    this.#options = options;
  }

  /** The folder of decisions. */
  get folder(): string {
    return this.#options.folder;
  }

  /** Undefined if nothing is stored. */
  find(id: string): Promise<EndedReview | undefined> {
    return readEnded(this.folder, id);
  }

  /**
   * Archives the spool of a decided session. Never rejects.
   * @returns false if there is no content, it exceeds the limit, or the disk failed; the spool then stays where it is
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
      // Disk full, or decisions on another file system. The archive is only a convenience.
      return false;
    }
  }

  /** Removes a stored review. Never rejects: the next sweep retries. */
  async remove(id: string): Promise<void> {
    this.#kept.delete(id);
    const path = endedFolder(this.folder, id);
    await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }

  /**
   * Removes reviews that are older than `keepDays` or have no decision any more, then the oldest ones over the size
   * limit.
   */
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
      // A supervisor may have died before it had trimmed the spool.
      const review = await this.find(id);
      if (review === undefined) continue;
      const path = endedFolder(this.folder, id);
      await shed(path, review.version);
      const bytes = await bytesOf(neededOf(path, review.version));
      // It may have been evicted meanwhile.
      if (bytes > 0) this.#kept.set(id, { bytes, keptAtMs });
    }
    this.#options.onRemoved(removed);
    await this.#makeRoom();
  }

  /** Evicts the oldest reviews until the rest fit; their decisions stay. Never rejects. */
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
    // Update the map before awaiting: another review may end meanwhile.
    for (const id of removed) this.#kept.delete(id);
    onRemoved(removed);
    for (const id of removed) await this.remove(id);
  }

  /** 0 if there is no end marker: such a folder cannot be viewed and counts as expired. */
  async #keptAtMs(id: string): Promise<number> {
    return stat(join(endedFolder(this.folder, id), endedName)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
  }
}

const versionIn = async (
  spool: string,
  { mode }: Pick<EndedSession, 'mode'>,
): Promise<number | undefined> => {
  if (mode === 'review') return (await versionsIn(spool))[0];
  if (!(await isThere(documentPath(spool)))) return undefined;
  return (await lastDocuments(spool)) ?? 1;
};

/** The content version of documents that are opened one by one; undefined of all other content. */
export const lastDocuments = async (spool: string): Promise<number | undefined> =>
  (await foldersIn(spool, /^documents-(\d{1,9})$/u))[0];

/** The numbers in the names of folders, the highest first. */
const foldersIn = async (spool: string, pattern: RegExp): Promise<number[]> =>
  (await readdir(spool))
    .flatMap((name) => {
      const found = pattern.exec(name)?.[1];
      return found === undefined ? [] : [Number(found)];
    })
    .toSorted((one, other) => other - one);

/** The prepared versions of a change that are still there, newest first. */
export const versionsIn = async (spool: string): Promise<number[]> => {
  const later = await foldersIn(spool, /^version-(\d{1,9})$/u);
  const versions: number[] = [];
  for (const version of [...later, 1])
    if (await isThere(changePaths(spool, version).manifest)) versions.push(version);
  return versions;
};

/** Whether something is at a path. */
export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const neededOf = (folder: string, version: number): string[] => {
  const document = documentPath(folder);
  const change = changePaths(folder, version);
  return [
    join(folder, endedName),
    document,
    documentSourcePath(document),
    documentPaths(folder, version).folder,
    framePath(document),
    ...(version === 1 ? [change.patch, change.manifest] : [change.folder]),
  ];
};

/** Removes all other files. Never rejects: leftovers go with the folder. */
const shed = async (folder: string, version: number): Promise<void> => {
  const needed = new Set(neededOf(folder, version));
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if (!needed.has(path)) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
};

/** Total size of files, and of folders with their files; missing ones count as 0. */
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
