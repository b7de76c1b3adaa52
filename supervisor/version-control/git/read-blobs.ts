import { isTooLarge, type Content } from '../read-contents.ts';
import type { GitContext } from './run-git.ts';
import { runGit } from './run-git.ts';

const lineFeed = 10;

interface BlobsOptions {
  readonly cwd: string;
  readonly maxBytes: number;
  /** How much of each is wanted; default: all. */
  readonly firstBytes?: number;
  readonly context: GitContext;
}

/**
 * Reads objects by their ids with one run of git; larger ones are skipped.
 * @throws GalleyError as runGit does
 */
export const readBlobs = async (
  ids: readonly string[],
  { cwd, maxBytes, firstBytes = Infinity, context }: BlobsOptions,
): Promise<ReadonlyMap<string, Content>> => {
  const contents = new Map<string, Content>();
  if (ids.length === 0) return contents;
  const reader = new BatchReader({ maxBytes, firstBytes }, (id, content) =>
    contents.set(id, content),
  );
  await runGit({
    cwd,
    args: ['cat-file', '--batch=%(objectname) %(objecttype) %(objectsize)'],
    input: `${ids.join('\n')}\n`,
    context,
    onOutput: async (part) => reader.take(part),
  });
  return contents;
};

/** Reads what `git cat-file --batch` writes: a line with id, type and size, the content, and a line feed. */
class BatchReader {
  readonly #limits: Required<Pick<BlobsOptions, 'maxBytes' | 'firstBytes'>>;
  readonly #onContent: (id: string, content: Content) => void;
  #head = '';
  #id = '';
  /** Bytes of the content, with the line feed after it, that are still to come; undefined within a head. */
  #left: number | undefined;
  /** How much of it is still to be kept. */
  #wanted = 0;
  #parts: Buffer[] | undefined;

  constructor(
    limits: Required<Pick<BlobsOptions, 'maxBytes' | 'firstBytes'>>,
    onContent: (id: string, content: Content) => void,
  ) {
    this.#limits = limits;
    this.#onContent = onContent;
  }

  take(part: Buffer): void {
    for (let at = 0; at < part.length;)
      at = this.#left === undefined ? this.#takeHead(part, at) : this.#takeContent(part, at);
  }

  #takeHead(part: Buffer, at: number): number {
    const end = part.indexOf(lineFeed, at);
    this.#head += part.toString('latin1', at, end < 0 ? part.length : end);
    if (end < 0) return part.length;
    const [id = '', type, size = ''] = this.#head.split(' ');
    this.#head = '';
    // `ID missing` has no content.
    if (size !== '') {
      this.#id = id;
      this.#left = Number(size) + 1;
      this.#wanted = Math.min(Number(size), this.#limits.firstBytes);
      this.#parts = type === 'blob' && Number(size) <= this.#limits.maxBytes ? [] : undefined;
    }
    return end + 1;
  }

  #takeContent(part: Buffer, at: number): number {
    const end = Math.min(part.length, at + (this.#left ?? 0));
    const kept = part.subarray(at, Math.min(end, at + this.#wanted));
    if (kept.length > 0) this.#parts?.push(Buffer.from(kept));
    this.#wanted -= kept.length;
    this.#left = (this.#left ?? 0) - (end - at);
    if (this.#left === 0) {
      const content = this.#parts === undefined ? isTooLarge : Buffer.concat(this.#parts);
      this.#onContent(this.#id, content);
      this.#left = undefined;
    }
    return end;
  }
}
