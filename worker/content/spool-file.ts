import { readFile, type FileHandle } from 'node:fs/promises';
import type * as z from 'zod';
import { GalleyError } from '../../shared/errors.ts';
import { withFile } from '../../shared/node/http/open-file.ts';

/**
 * What the thread pool has left in the spool, checked.
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

/** The prepared content is gone or broken: nothing that the client did. */
export const spoolError = (cause: unknown): GalleyError =>
  new GalleyError(
    'storage_failed',
    'The prepared content cannot be read. Close this session and open it again.',
    { cause },
  );

/**
 * Runs `use` with an open file of the spool, as `withFile` does.
 * @throws GalleyError `storage_failed`
 */
export const withSpoolFile = <Result>(
  path: string,
  use: (file: FileHandle) => Result | Promise<Result>,
): Promise<Result> => withFile(path, use, spoolError);
