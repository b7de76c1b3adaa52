/** Version number of the session's content, starting at 1. */
export class ContentVersion {
  #current = 1;

  get current(): number {
    return this.#current;
  }

  /** Increments the version for new content. */
  count(): void {
    this.#current += 1;
  }
}
