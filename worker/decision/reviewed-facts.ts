import type { Commits, Reviewed } from '../../shared/session/reviewed.ts';

/** What is known about the reviewed thing, for the text that the agent gets. */
export class ReviewedFacts {
  #current: Reviewed | undefined;

  constructor(assigned: Reviewed | undefined) {
    this.#current = assigned;
  }

  get current(): Reviewed | undefined {
    return this.#current;
  }

  /** Updates the compared commits after a refresh; supervisors of earlier releases do not send them. */
  readAnew(commits: Commits | undefined): void {
    const { commits: _, ...rest } = this.#current ?? {};
    this.#current = { ...rest, ...(commits === undefined ? {} : { commits }) };
  }
}
