interface HeldFileOptions<Content> {
  readonly load: () => Promise<Content>;
  /** How long it is kept after its last use. */
  readonly keepMs?: number;
}

/** The content of a spool file, read when a request needs it and dropped when none has for a while. */
export class HeldFile<Content> {
  readonly #options: HeldFileOptions<Content>;
  #content: Promise<Content> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: HeldFileOptions<Content>) {
    this.#options = options;
  }

  /** The content; a read that fails is tried anew by the next use. */
  use(): Promise<Content> {
    const content = (this.#content ??= this.#load());
    this.#timer ??= setTimeout(() => this.drop(), this.#options.keepMs ?? 5000).unref();
    this.#timer.refresh();
    return content;
  }

  /** Forgets the content; for when the file has changed, too. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#content = undefined;
  }

  #load(): Promise<Content> {
    const content = this.#options.load();
    content.catch(() => {
      if (this.#content === content) this.#content = undefined;
    });
    return content;
  }
}
