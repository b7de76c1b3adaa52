import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { documentsIn } from '../../shared/node/documents-in.ts';
import { ContentLook, loadContents, type FileContents } from '../../shared/node/file-contents.ts';
import { pathBytes } from '../../shared/node/path-name.ts';
import type { SourceState } from './freshness.ts';

/** More documents than a review of a folder takes. */
const maxFiles = 500;
/** No file that is larger can be reviewed: it is told by its size. */
const maxContentBytes = 20 * 1024 * 1024;

interface PathStateOptions {
  /** The file, or the folder of documents, that a review came from. */
  readonly path: string;
  /** What its rendering has left of the files that it read. */
  readonly contents: string;
}

/** Tells what a file, or the documents of a folder, hold: now, and when they were rendered. */
export class PathState {
  readonly #options: PathStateOptions;
  #known: FileContents = new Map();

  constructor(options: PathStateOptions) {
    this.#options = options;
  }

  /** When they were rendered; now where that is not known. */
  async rendered(): Promise<string> {
    const contents = await loadContents(this.#options.contents);
    // What was away is another one when it is back.
    if (contents.size === 0) return (await this.now()) ?? 'away';
    this.#known = contents;
    return stateOf([...contents].map(([path, [, digest]]) => [path, digest]));
  }

  /** Undefined where nothing is there: there is nothing newer. */
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
      // Gone, or not to be read.
      return undefined;
    }
  }
}

const filesAt = async (path: string): Promise<readonly string[]> =>
  (await stat(path)).isDirectory() ? documentsIn(path, maxFiles) : [path];

const stateOf = (files: readonly (readonly [path: string, digest: string])[]): string =>
  createHash('sha256').update(JSON.stringify(files)).digest('hex');
