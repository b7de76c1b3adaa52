import type { Page } from '../../../ui/page.ts';

/** Loads a file's patch, with or without changes of whitespace. */
export const loadPatch = (
  { client, store }: Page,
  id: string,
  signal: AbortSignal,
): Promise<string> => {
  const { whitespace } = store.getState().content;
  return client.load('getFilePatch', { query: { id, whitespace }, signal });
};

export interface PatchLoaderOptions {
  readonly load: (fileId: string, signal: AbortSignal) => Promise<string>;
  readonly onPatch: (fileId: string, patch: string) => void;
  readonly onFailure: (fileId: string, error: unknown) => void;
  /** Calls back when the browser is idle. */
  readonly whenIdle: (callback: () => void) => void;
}

const urgentAtOnce = 4;
const idleAtOnce = 2;

/**
 * Loads patches with limited concurrency: those near the viewport first, the rest in idle time, so that heights become
 * known. Requests each file once, unless retried.
 */
export class PatchLoader {
  readonly #options: PatchLoaderOptions;
  readonly #abort = new AbortController();
  readonly #waiting: Set<string>;
  readonly #running = new Set<string>();
  #urgent: string[] = [];
  #isIdleAsked = false;

  /** @param fileIds all files with a patch to load eventually, in order */
  constructor(options: PatchLoaderOptions, fileIds: Iterable<string>) {
    this.#options = options;
    this.#waiting = new Set(fileIds);
  }

  /** Loads these next, in this order; replaces the previous priorities. */
  prioritise(fileIds: readonly string[]): void {
    this.#urgent = fileIds.filter((id) => this.#waiting.has(id));
    this.#pump();
  }

  /** Requests a file that failed or was deferred. */
  request(fileId: string): void {
    if (this.#running.has(fileId)) return;
    this.#waiting.add(fileId);
    this.prioritise([fileId, ...this.#urgent]);
  }

  /** Aborts pending requests; no callbacks follow. */
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

/** Runs in idle time, or soon in a busy page or without `requestIdleCallback` (Safari). */
export const whenIdle = (callback: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(callback, { timeout: 500 });
  else setTimeout(callback, 30);
};
