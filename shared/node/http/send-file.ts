import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';

/** Which part of a file is sent, behind what. */
export interface FilePart {
  readonly contentType: string;
  /** Text that stands before the part. */
  readonly head?: string;
  /** First byte of the part. */
  readonly offset: number;
  /** Length of the part; to the end of the file where absent. */
  readonly bytes?: number;
}

/** Runs `use` with an open file and closes it. @throws what `toError` makes of a file that cannot be opened */
export const withFile = async <Result>(
  path: string,
  use: (file: FileHandle) => Promise<Result>,
  toError: (cause: unknown) => Error,
): Promise<Result> => {
  const file = await open(path).catch((cause: unknown) => {
    throw toError(cause);
  });
  try {
    return await use(file);
  } finally {
    await file.close();
  }
};

/** Answers with a part of an open file as a stream: none of it stays in memory. */
export const sendFilePart = async (
  { method }: Request,
  response: Response,
  { file, part }: { file: FileHandle; part: FilePart },
): Promise<void> => {
  const { size } = await file.stat();
  const bytes = Math.max(0, Math.min(part.bytes ?? size, size - part.offset));
  const head = Buffer.from(part.head ?? '');
  response.writeHead(200, {
    'Content-Type': part.contentType,
    'Content-Length': head.length + bytes,
  });
  if (method === 'HEAD') {
    response.end();
    return;
  }
  response.write(head);
  if (bytes === 0) response.end();
  else await sendBytes(file, response, { start: part.offset, end: part.offset + bytes - 1 });
};

const sendBytes = async (
  file: FileHandle,
  response: Response,
  range: { start: number; end: number },
): Promise<void> => {
  try {
    await pipeline(file.createReadStream({ ...range, autoClose: false }), response);
  } catch (error) {
    // A client that goes away in the middle is no failure of ours.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
};
