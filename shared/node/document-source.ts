import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import * as z from 'zod';
import { countSchema, optionalTextSchema, textSchema } from '../scalars.ts';

/** A reviewed text and the name of its file, possibly empty. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
  /** Of the file's bytes: SHA-256, as hex. */
  readonly hash: string;
}

/**
 * The first line of the file: an index of the texts that follow, each as a JSON string. Earlier releases wrote no hash,
 * and the bare texts.
 */
const indexSchema = z.array(
  z.object({ name: textSchema, bytes: countSchema, hash: optionalTextSchema }),
);

/** A text in such a file: its place, and whether it is a JSON string. */
export interface FoundSource {
  readonly name: string;
  readonly hash: string | undefined;
  readonly offset: number;
  readonly bytes: number;
}

/** The hash of a text that is in no file. */
export const textHash = (text: string | Buffer): string =>
  createHash('sha256').update(text).digest('hex');

/** Joins the texts into one file, after a line with their index as JSON. */
export const documentSource = (texts: readonly NamedText[]): string => {
  const literals = texts.map(({ text }) => JSON.stringify(text));
  const index = texts.map(({ name, hash }, at) => ({
    name,
    hash,
    bytes: Buffer.byteLength(literals[at] ?? ''),
  }));
  return `${JSON.stringify(index)}\n${literals.join('')}`;
};

/** The texts in such a file. */
const listSources = async (file: FileHandle): Promise<FoundSource[]> => {
  const head = await firstLine(file);
  let next = head.length + 1;
  return indexSchema.parse(JSON.parse(head.toString('utf8'))).map(({ name, bytes, hash }) => {
    const offset = next;
    next += bytes;
    return { name, hash, offset, bytes };
  });
};

/** Finds a text in such a file by name; the first if no name is given. Undefined if missing. */
export const findSource = async (
  file: FileHandle,
  wanted?: string,
): Promise<FoundSource | undefined> =>
  (await listSources(file)).find(({ name }) => wanted === undefined || name === wanted);

/** The text itself. */
export const readSourceText = async (
  file: FileHandle,
  { hash, offset, bytes }: FoundSource,
): Promise<string> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, offset);
  const found = buffer.toString('utf8', 0, bytesRead);
  return hash === undefined ? found : z.string().parse(JSON.parse(found));
};

/** All texts in such a file, or the one with a name. */
export const readSourceTexts = async (
  file: FileHandle,
  wanted?: string,
): Promise<Pick<NamedText, 'name' | 'text'>[]> => {
  const texts: Pick<NamedText, 'name' | 'text'>[] = [];
  for (const found of await listSources(file)) {
    const { name } = found;
    if (wanted === undefined || name === wanted)
      texts.push({ name, text: await readSourceText(file, found) });
  }
  return texts;
};

const chunkBytes = 64 * 1024;

const firstLine = async (file: FileHandle): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes, at);
    const chunk = buffer.subarray(0, bytesRead);
    const end = chunk.indexOf('\n');
    if (end >= 0 || bytesRead === 0)
      return Buffer.concat([...chunks, chunk.subarray(0, Math.max(0, end))]);
    chunks.push(chunk);
    at += bytesRead;
  }
};
