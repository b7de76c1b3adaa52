import { access, readFile, type FileHandle } from 'node:fs/promises';
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

export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Cache lifetime after the last use. */
const keepMs = 5000;

/** Caches the parsed content of a spool file until it has not been used for a while. */
export class CachedFile<Content> {
  readonly #load: () => Promise<Content>;
  #content: Promise<Content> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(load: () => Promise<Content>) {
    this.#load = load;
  }

  /** Returns the content. A failed read is not cached; the next use retries. */
  use(): Promise<Content> {
    const content = (this.#content ??= this.#read());
    this.#timer ??= setTimeout(() => this.drop(), keepMs).unref();
    this.#timer.refresh();
    return content;
  }

  /** Drops the cached content, for instance after the file has changed. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#content = undefined;
  }

  #read(): Promise<Content> {
    const content = this.#load();
    content.catch(() => {
      if (this.#content === content) this.#content = undefined;
    });
    return content;
  }
}
