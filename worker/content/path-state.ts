import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { ContentLook, loadContents, type FileContents } from '../../shared/node/file-contents.ts';
import { pathBytes } from '../../shared/node/path-name.ts';
import type { SourceState } from './freshness.ts';
import { maxContentBytes } from '../../shared/limits.ts';

interface PathStateOptions {
  /** The file under review. */
  readonly path: string;
  /** Path of the content hashes that rendering left behind. */
  readonly contents: string;
}

/** Whether there is a folder at a path; false if nothing is there. */
export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Whether nothing is at a path, as opposed to something that cannot be read. */
export const isGone = (path: string): Promise<boolean> =>
  stat(pathBytes(path)).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT' || code === 'ENOTDIR',
  );

/** Fingerprints a file, both now and when rendered. */
export class PathState {
  readonly #options: PathStateOptions;
  #known: FileContents = new Map();

  constructor(options: PathStateOptions) {
    this.#options = options;
  }

  /** The state when rendered; the current one if that is unknown. */
  async rendered(): Promise<string> {
    const contents = await loadContents(this.#options.contents);
    // If the source is missing now, whatever appears later counts as new.
    if (contents.size === 0) return (await this.now()) ?? 'away';
    this.#known = contents;
    return stateOf([...contents].map(([path, [, digest]]) => [path, digest]));
  }

  /** Undefined if nothing is there: missing is not newer. */
  async now(): Promise<SourceState> {
    const { path } = this.#options;
    const look = new ContentLook(this.#known);
    try {
      const stats = await stat(pathBytes(path), { bigint: true });
      const isRead = stats.isFile() && stats.size <= maxContentBytes;
      const digest = isRead ? await look.digest(path, stats) : undefined;
      this.#known = look.seen;
      return stateOf([[path, digest ?? `${stats.size}`]]);
    } catch {
      // Missing or unreadable.
      return undefined;
    }
  }
}

const stateOf = (files: readonly (readonly [path: string, digest: string])[]): string =>
  createHash('sha256').update(JSON.stringify(files)).digest('hex');
