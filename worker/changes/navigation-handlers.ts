import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { GalleyError } from '../../shared/errors.ts';
import { json, text } from '../../shared/node/http/reply.ts';
import { referencesPath } from '../../shared/node/paths.ts';
import type { CachedFile } from '../content/spool-file.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { DiffIndex } from './diff-index.ts';

/** How long the file that is being written is left alone before it is read on. */
const pauseMs = 10;
const partBytes = 64 * 1024;

/** Where a symbol is defined, and where it is used; the latter is passed on while it is found. */
export const navigationHandlers = (
  { assignment: { provided }, preparation, derivations }: SessionCore,
  diff: CachedFile<DiffIndex>,
): SessionHandlers<'getReferences' | 'getDefinition' | 'getSymbols'> => {
  let last = 0;
  const known = async (): Promise<DiffIndex> => {
    if (!provided.includes('navigation') || preparation.current.state !== 'ready')
      throw new GalleyError('not_found', 'The files of this change cannot be searched.');
    return diff.use();
  };
  return {
    getDefinition: async ({ query }) => {
      await known();
      const question = { about: 'definition', query } as const;
      return json((await derivations.make({ kind: 'repository', question })).answer);
    },
    getSymbols: async ({ query }) => {
      await known();
      const question = { about: 'symbols', query } as const;
      return json((await derivations.make({ kind: 'repository', question })).answer);
    },
    getReferences: async ({ query, signal }) => {
      const { folder, version } = await known();
      last += 1;
      const id = last;
      const path = referencesPath(folder, id);
      const search = new Search(
        path,
        derivations.make({ kind: 'references', ...query, id, version }),
        signal,
      );
      // Until then it can still fail with an error.
      await search.begun();
      return text('application/x-ndjson; charset=utf-8', () => search.parts());
    },
  };
};

/** Reads the file of a search that may still be under way, until the exchange is over; then it is removed. */
class Search {
  readonly #path: string;
  readonly #done: Promise<unknown>;
  readonly #signal: AbortSignal;
  #file: FileHandle | undefined;
  #isDone = false;
  #failure: unknown;

  constructor(path: string, done: Promise<unknown>, signal: AbortSignal) {
    this.#path = path;
    this.#signal = signal;
    this.#done = done
      .catch((error: unknown) => (this.#failure = error))
      .finally(() => (this.#isDone = true));
    // The search may still create it until then.
    void this.#done.then(() => (signal.aborted ? this.#remove() : undefined));
    signal.addEventListener('abort', () => {
      if (this.#isDone) void this.#remove();
    });
  }

  /** Resolves when there is something to read, or all of it. @throws what the search does */
  async begun(): Promise<void> {
    while (!this.#isDone && !this.#signal.aborted && !(await this.#hasBegun())) await this.#pause();
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** What has been written. @throws what the search does */
  async *parts(): AsyncGenerator<Uint8Array> {
    while (!this.#signal.aborted) {
      // Asked first: what is written before that is read.
      const isDone = this.#isDone;
      const part = await this.#read();
      if (part !== undefined) yield part;
      else if (!isDone) await this.#pause();
      else if (this.#failure === undefined) return;
      else throw this.#failure;
    }
  }

  async #hasBegun(): Promise<boolean> {
    const { size } = await stat(this.#path).catch(() => ({ size: 0 }));
    return size > 0;
  }

  async #read(): Promise<Uint8Array | undefined> {
    this.#file ??= await open(this.#path).catch(() => undefined);
    if (this.#file === undefined) return undefined;
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(partBytes), 0, partBytes);
    return bytesRead === 0 ? undefined : buffer.subarray(0, bytesRead);
  }

  #pause(): Promise<unknown> {
    return Promise.race([this.#done, setTimeout(pauseMs)]);
  }

  async #remove(): Promise<void> {
    await this.#file?.close();
    await rm(this.#path, { force: true });
  }
}
