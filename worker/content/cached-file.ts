/** Cache lifetime after the last use. */
const defaultKeepMs = 5000;

/** Caches the parsed content of a spool file until it has not been used for a while. */
export class CachedFile<Content> {
  readonly #load: () => Promise<Content>;
  readonly #keepMs: number;
  #content: Promise<Content> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(load: () => Promise<Content>, keepMs: number = defaultKeepMs) {
    this.#load = load;
    this.#keepMs = keepMs;
  }

  /** Returns the content. A failed read is not cached; the next use retries. */
  use(): Promise<Content> {
    const content = (this.#content ??= this.#read());
    this.#timer ??= setTimeout(() => this.drop(), this.#keepMs).unref();
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
