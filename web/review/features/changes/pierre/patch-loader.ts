/** What the loader needs of its surroundings. */
export interface PatchLoaderOptions {
  readonly load: (fileId: string, signal: AbortSignal) => Promise<string>;
  readonly onPatch: (fileId: string, patch: string) => void;
  readonly onFailure: (fileId: string, error: unknown) => void;
  /** Calls back when there is nothing better to do. */
  readonly whenIdle: (callback: () => void) => void;
}

const urgentAtOnce = 4;
const idleAtOnce = 2;

/**
 * Loads patches, a few at a time: what is near the viewport first, the rest as idle time allows, so that heights become
 * known. Each file is asked for once, until it is asked for again after a failure.
 */
export class PatchLoader {
  readonly #options: PatchLoaderOptions;
  readonly #abort = new AbortController();
  readonly #waiting: Set<string>;
  readonly #running = new Set<string>();
  #urgent: string[] = [];
  #isIdleAsked = false;

  /** `fileIds`: all files that have a patch and are to be loaded sooner or later, in that order. */
  constructor(options: PatchLoaderOptions, fileIds: Iterable<string>) {
    this.#options = options;
    this.#waiting = new Set(fileIds);
  }

  /** These come next, in this order; what was urgent before is no longer. */
  prioritise(fileIds: readonly string[]): void {
    this.#urgent = fileIds.filter((id) => this.#waiting.has(id));
    this.#pump();
  }

  /** Asks for a file (again): one that failed, or one that was not to be loaded at first. */
  request(fileId: string): void {
    if (this.#running.has(fileId)) return;
    this.#waiting.add(fileId);
    this.prioritise([fileId, ...this.#urgent]);
  }

  /** Aborts what is under way; nothing is reported afterwards. */
  dispose(): void {
    this.#abort.abort();
    this.#waiting.clear();
    this.#urgent = [];
  }

  #pump(): void {
    while (this.#urgent.length > 0 && this.#running.size < urgentAtOnce) {
      const id = this.#urgent.shift();
      if (id !== undefined && this.#waiting.has(id)) void this.#load(id);
    }
    if (this.#isIdleAsked || this.#waiting.size === 0 || this.#running.size >= idleAtOnce) return;
    this.#isIdleAsked = true;
    this.#options.whenIdle(() => {
      this.#isIdleAsked = false;
      const [id] = this.#waiting;
      if (id !== undefined && this.#running.size < idleAtOnce) void this.#load(id);
      this.#pump();
    });
  }

  async #load(id: string): Promise<void> {
    const { signal } = this.#abort;
    this.#waiting.delete(id);
    this.#running.add(id);
    try {
      const patch = await this.#options.load(id, signal);
      if (!signal.aborted) this.#options.onPatch(id, patch);
    } catch (error) {
      if (!signal.aborted) this.#options.onFailure(id, error);
    } finally {
      this.#running.delete(id);
      if (!signal.aborted) this.#pump();
    }
  }
}

/** Idle time of the browser, with a limit so that a busy page loads too; soon where there is no such thing (Safari). */
export const whenIdle = (callback: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(callback, { timeout: 500 });
  else setTimeout(callback, 30);
};
