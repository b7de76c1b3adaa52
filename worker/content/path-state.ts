import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { documentsIn } from '../../shared/node/documents-in.ts';
import { ContentLook, loadContents, type FileContents } from '../../shared/node/file-contents.ts';
import { pathBytes } from '../../shared/node/path-name.ts';
import type { SourceState } from './freshness.ts';

/** More documents than a folder review accepts. */
const maxFiles = 500;
/** Larger files cannot be reviewed; only their size is compared. */
const maxContentBytes = 20 * 1024 * 1024;

interface PathStateOptions {
  /** The file or folder of documents under review. */
  readonly path: string;
  /** Path of the content hashes that rendering left behind. */
  readonly contents: string;
}

/** Fingerprints a file, or the documents of a folder, both now and when rendered. */
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
    const look = new ContentLook(this.#known);
    try {
      const files: [string, string][] = [];
      for (const path of await filesAt(this.#options.path)) {
        const stats = await stat(pathBytes(path), { bigint: true });
        const isRead = stats.isFile() && stats.size <= maxContentBytes;
        files.push([
          path,
          (isRead ? await look.digest(path, stats) : undefined) ?? `${stats.size}`,
        ]);
      }
      this.#known = look.seen;
      return stateOf(files);
    } catch {
      // Missing or unreadable.
      return undefined;
    }
  }
}

const filesAt = async (path: string): Promise<readonly string[]> =>
  (await stat(path)).isDirectory() ? documentsIn(path, maxFiles) : [path];

const stateOf = (files: readonly (readonly [path: string, digest: string])[]): string =>
  createHash('sha256').update(JSON.stringify(files)).digest('hex');
