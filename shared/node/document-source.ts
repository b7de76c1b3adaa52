import type { FileHandle } from 'node:fs/promises';
import * as z from 'zod';
import { countSchema, textSchema } from '../scalars.ts';

/** A reviewed text and the name of its file, possibly empty. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** The first line of the file: an index of the texts that follow. */
const indexSchema = z.array(z.object({ name: textSchema, bytes: countSchema }));

/** Joins the texts into one file, after a line with their index as JSON. */
export const documentSource = (texts: readonly NamedText[]): string => {
  const index = texts.map(({ name, text }) => ({ name, bytes: Buffer.byteLength(text) }));
  return `${JSON.stringify(index)}\n${texts.map(({ text }) => text).join('')}`;
};

/** Finds a text in such a file by name; the first if no name is given. Undefined if missing. */
export const findSource = async (
  file: FileHandle,
  name: string | undefined,
): Promise<{ offset: number; bytes: number } | undefined> => {
  const head = await firstLine(file);
  let offset = head.length + 1;
  for (const entry of indexSchema.parse(JSON.parse(head.toString('utf8')))) {
    if (name === undefined || entry.name === name) return { offset, bytes: entry.bytes };
    offset += entry.bytes;
  }
  return undefined;
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
