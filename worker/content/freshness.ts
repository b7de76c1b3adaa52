import { stat } from 'node:fs/promises';

/** How often the file is looked at while somebody reads: one call of the system. */
const lookMs = 2000;

interface FreshnessOptions {
  /** The file that the content was made of. */
  readonly path: string;
  /** Whether anybody would be told. */
  readonly hasReaders: () => boolean;
  /** Called with each change of the answer. */
  readonly onChange: (isStale: boolean) => void;
}

/** What tells one state of a file from another; undefined where it is not there. */
export type FileState = string | undefined;

/**
 * Knows whether the file that is reviewed is still what it was when it was read. A file that is gone is no newer one:
 * it may be in the middle of being replaced.
 */
export class Freshness {
  readonly #options: FreshnessOptions;
  #known: FileState;
  #isStale = false;

  constructor(options: FreshnessOptions) {
    this.#options = options;
  }

  get isStale(): boolean {
    return this.#isStale;
  }

  /** Takes the file as it is now for what is shown, and looks at it from now on. */
  async begin(): Promise<void> {
    this.#known = await this.state();
    setInterval(() => void this.#look(), lookMs).unref();
  }

  /** The state of the file now. To be taken before it is read, so that no change falls in between. */
  async state(): Promise<FileState> {
    try {
      const { ino, size, mtimeMs, isFile } = await stat(this.#options.path).then((stats) => ({
        ino: stats.ino,
        size: stats.size,
        mtimeMs: stats.mtimeMs,
        isFile: stats.isFile(),
      }));
      return isFile ? `${ino} ${size} ${mtimeMs}` : undefined;
    } catch {
      // Gone, or not to be read: there is nothing newer.
      return undefined;
    }
  }

  /** What is shown was read from the file in this state, or a later one. */
  async accept(state: FileState): Promise<void> {
    this.#known = state;
    this.#tell((await this.state()) !== state);
  }

  async #look(): Promise<void> {
    if (this.#isStale || !this.#options.hasReaders()) return;
    const state = await this.state();
    // The first state that is known may be the one after it was away.
    if (state !== undefined && state !== this.#known) this.#tell(true);
  }

  #tell(isStale: boolean): void {
    if (isStale === this.#isStale) return;
    this.#isStale = isStale;
    this.#options.onChange(isStale);
  }
}
