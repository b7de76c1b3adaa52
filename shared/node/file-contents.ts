import { createHash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import * as z from 'zod';
import { replaceFile } from './atomic-file.ts';
import { pathBytes } from './path-name.ts';

/** The stat at which a file was read, and the digest of its content then. */
export type FileContent = readonly [mark: string, digest: string];

/** What is known of the contents of files, by their paths as `pathText` has them. */
export type FileContents = ReadonlyMap<string, FileContent>;

const contentsSchema = z.record(z.string(), z.tuple([z.string(), z.string()]));

/** A file that was written more recently may be written once more without a trace in its stat. */
const settledAfterMs = 1000;
const unsettled = '';
const partBytes = 256 * 1024;

/** One look at files: a content is read only where the stat is another one than at the look before. */
export class ContentLook {
  /** For the next look. */
  readonly seen = new Map<string, FileContent>();
  readonly #before: FileContents;

  constructor(before: FileContents) {
    this.#before = before;
  }

  /** Whether there is something to remember that was not known before. */
  get hasNews(): boolean {
    if (this.seen.size !== this.#before.size) return true;
    return [...this.seen].some(([path, content]) => this.#before.get(path) !== content);
  }

  /** The digest of a file's content; undefined where it cannot be read. */
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
    // What is no file by now must not be waited for.
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
    // Gone, or not to be read, which the caller takes as an answer.
    return undefined;
  }
};

/** The same of a file that was just read whole; its stat is from before. */
export const contentOf = (stats: BigIntStats, data: Buffer): FileContent => [
  markOf(stats),
  createHash('sha256').update(data).digest('hex'),
];

const markOf = ({ ino, size, mtimeMs, mtimeNs, ctimeNs }: BigIntStats): string =>
  Date.now() - Number(mtimeMs) < settledAfterMs
    ? unsettled
    : `${ino} ${size} ${mtimeNs} ${ctimeNs}`;

/** What was saved; nothing where that cannot be read, so that all files are read again. */
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
