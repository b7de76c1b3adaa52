import { open, type FileHandle } from 'node:fs/promises';
import type { FileReply } from './reply.ts';

/**
 * Opens a file, runs `use` and closes the file, unless the reply streams it and closes it itself.
 * @throws the result of `toError` if the file cannot be opened
 */
export const withFile = async <Result>(
  path: string,
  use: (file: FileHandle) => Result | Promise<Result>,
  toError: (cause: unknown) => Error,
): Promise<Result> => {
  const file = await open(path).catch((cause: unknown) => {
    throw toError(cause);
  });
  let isSending = false;
  try {
    const result = await use(file);
    isSending = sends(result, file);
    return result;
  } finally {
    if (!isSending) await file.close();
  }
};

const sends = (result: unknown, file: FileHandle): result is FileReply =>
  typeof result === 'object' && result !== null && 'file' in result && result.file === file;
