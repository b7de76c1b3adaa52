import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { GalleyError } from '../../shared/errors.ts';
import { storageError } from '../../shared/node/atomic-file.ts';
import { bodyTooLarge, cutOff, parseJson } from '../../shared/node/http/read-json.ts';
import { parseWith } from '../../shared/parse.ts';
import { openRequestSchema } from '../../shared/session/session.ts';
import type { Opening } from '../sessions/openings.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import { maxOpeningBytes } from '../../shared/limits.ts';

interface OpeningBodyOptions {
  /** Where to put a large body until it is parsed. */
  readonly folder: string;
  readonly threads: ThreadPool;
}

/** Limit for parsing on the supervisor's main thread, a few milliseconds at most. */
const atHandBytes = 1024 * 1024;

/**
 * Reads the body of a request to open a session and passes it to `use`. Large bodies are written to a file and parsed
 * by a task, so that one client's megabytes do not block other requests. The file is gone when this resolves.
 * @throws GalleyError about the body, from the task, or from `use`
 */
export const withOpening = async <Result>(
  bytes: AsyncIterable<Uint8Array>,
  { folder, threads }: OpeningBodyOptions,
  use: (opening: Opening) => Promise<Result>,
): Promise<Result> => {
  const name = join(folder, `opening-${randomUUID()}`);
  const [body, content] = [`${name}.json`, `${name}.text`];
  const taken = new BodyFile(body);
  try {
    const small = await taken.take(bytes);
    if (small !== undefined) {
      const what = 'The request';
      return await use({ request: parseWith(openRequestSchema, parseJson(small), { what }) });
    }
    const read = await threads.run({ task: 'read-opening', body, content });
    return await use({
      request: read.request,
      spooled: { inspected: read.inspected, content },
    });
  } finally {
    if (taken.isSpooled)
      await Promise.all([rm(body, { force: true }), rm(content, { force: true })]);
  }
};

/** Buffers a body in memory while it is small, then spills to a file. */
class BodyFile {
  readonly #path: string;
  #file: FileHandle | undefined;
  isSpooled = false;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * @returns the bytes, or undefined if they are in the file
   * @throws GalleyError `body_too_large`, `bad_request` or `storage_failed`, only after reading the whole body, so that
   * a client that is still sending sees the answer
   */
  async take(body: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
    let parts: Uint8Array[] = [];
    let bytes = 0;
    let failure: GalleyError | undefined;
    try {
      for await (const part of body) {
        bytes += part.length;
        if (bytes > maxOpeningBytes) failure ??= bodyTooLarge();
        if (failure !== undefined) continue;
        parts.push(part);
        if (bytes <= atHandBytes) continue;
        failure = await this.#write(parts);
        parts = [];
      }
    } catch (cause) {
      throw cutOff(cause);
    } finally {
      await this.#file?.close();
    }
    if (failure !== undefined) throw failure;
    return this.isSpooled ? undefined : Buffer.concat(parts);
  }

  async #write(parts: readonly Uint8Array[]): Promise<GalleyError | undefined> {
    try {
      this.isSpooled = true;
      this.#file ??= await open(this.#path, 'wx', 0o600);
      await this.#file.appendFile(Buffer.concat(parts));
      return undefined;
    } catch (cause) {
      return storageError(this.#path, cause);
    }
  }
}
