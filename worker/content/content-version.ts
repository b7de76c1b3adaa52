/** Counts the contents that a session has shown; 1 at the start. */
export class ContentVersion {
  #current = 1;

  get current(): number {
    return this.#current;
  }

  /** There is another content. */
  count(): void {
    this.#current += 1;
  }
}
