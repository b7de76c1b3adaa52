import { createHash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import * as z from 'zod';
import { replaceFile } from './atomic-file.ts';
import { pathBytes } from './path-name.ts';

/** A file's stat when it was read, and its digest. */
export type FileContent = readonly [mark: string, digest: string];

/** Known contents by path, as `pathText`. */
export type FileContents = ReadonlyMap<string, FileContent>;

export const fileContentSchema = z.tuple([z.string(), z.string()]);
const contentsSchema = z.record(z.string(), fileContentSchema);

/** A file written more recently may change again without a change in its stat. */
const settledAfterMs = 1000;
const unsettled = '';
const partBytes = 256 * 1024;

/** A pass over files that reads only those whose stat has changed since the previous pass. */
export class ContentLook {
  /** For the next pass. */
  readonly seen = new Map<string, FileContent>();
  readonly #before: FileContents;

  constructor(before: FileContents) {
    this.#before = before;
  }

  /** Whether anything new was read. */
  get hasNews(): boolean {
    if (this.seen.size !== this.#before.size) return true;
    return [...this.seen].some(([path, content]) => this.#before.get(path) !== content);
  }

  /** The digest of a file; undefined if it cannot be read. */
  async digest(path: string, stats: BigIntStats): Promise<string | undefined> {
    const before = this.#before.get(path);
    const mark = markOf(stats);
    const content = mark !== unsettled && before?.[0] === mark ? before : await readContent(path);
    if (content !== undefined) this.seen.set(path, content);
    return content?.[1];
  }
}

const readContent = async (path: string): Promise<FileContent | undefined> => {
  try {
    // O_NONBLOCK: do not block if it has become a pipe.
    const file = await open(pathBytes(path), constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const mark = markOf(await file.stat({ bigint: true }));
      const hash = createHash('sha256');
      const stream = file.createReadStream({ autoClose: false, highWaterMark: partBytes });
      for await (const part of stream) hash.update(part as Buffer);
      return [mark, hash.digest('hex')];
    } finally {
      await file.close();
    }
  } catch {
    // Gone or unreadable.
    return undefined;
  }
};

/** The same for a file just read as a whole, with its earlier stat. */
export const contentOf = (stats: BigIntStats, data: Buffer): FileContent => [
  markOf(stats),
  createHash('sha256').update(data).digest('hex'),
];

const markOf = ({ ino, size, mtimeMs, mtimeNs, ctimeNs }: BigIntStats): string =>
  Date.now() - Number(mtimeMs) < settledAfterMs
    ? unsettled
    : `${ino} ${size} ${mtimeNs} ${ctimeNs}`;

/** The saved contents; empty if they cannot be read, so that all files are read again. */
export const loadContents = async (path: string): Promise<FileContents> => {
  try {
    const saved = contentsSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    return new Map(Object.entries(saved));
  } catch {
    return new Map();
  }
};

/** @throws GalleyError `storage_failed` */
export const saveContents = (path: string, contents: FileContents): Promise<void> =>
  replaceFile(path, JSON.stringify(Object.fromEntries(contents)), { isDurable: false });
