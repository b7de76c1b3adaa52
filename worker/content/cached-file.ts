/** How long a content is kept after its last use. */
const defaultKeepMs = 5000;

/** The content of a spool file, read when a request needs it and dropped when none has for a while. */
export class CachedFile<Content> {
  readonly #load: () => Promise<Content>;
  readonly #keepMs: number;
  #content: Promise<Content> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(load: () => Promise<Content>, keepMs: number = defaultKeepMs) {
    this.#load = load;
    this.#keepMs = keepMs;
  }

  /** The content; a read that fails is tried anew by the next use. */
  use(): Promise<Content> {
    const content = (this.#content ??= this.#read());
    this.#timer ??= setTimeout(() => this.drop(), this.#keepMs).unref();
    this.#timer.refresh();
    return content;
  }

  /** Forgets the content; for when the file has changed, too. */
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
