import { readFile, type FileHandle } from 'node:fs/promises';
import type * as z from 'zod';
import { GalleyError } from '../../shared/errors.ts';
import { withFile } from '../../shared/node/http/reply.ts';

/**
 * Reads and validates a file that the thread pool wrote to the spool.
 * @throws GalleyError `storage_failed`
 */
export const readSpoolFile = async <Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema>> => {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    throw spoolError(cause);
  }
};

/** The error for prepared content that is missing or broken; not the client's fault. */
export const spoolError = (cause: unknown): GalleyError =>
  new GalleyError(
    'storage_failed',
    'The prepared content cannot be read. Close this session and open it again.',
    { cause },
  );

/**
 * `withFile` for a file in the spool.
 * @throws GalleyError `storage_failed`
 */
export const withSpoolFile = <Result>(
  path: string,
  use: (file: FileHandle) => Result | Promise<Result>,
): Promise<Result> => withFile(path, use, spoolError);
