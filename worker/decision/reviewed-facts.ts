import type { Commits, Reviewed } from '../../shared/session/reviewed.ts';

/** What is known of the thing reviewed, for the text that the agent gets. */
export class ReviewedFacts {
  #current: Reviewed | undefined;

  constructor(assigned: Reviewed | undefined) {
    this.#current = assigned;
  }

  get current(): Reviewed | undefined {
    return this.#current;
  }

  /** The change was read anew: it compares these commits now, which a supervisor of an earlier release does not say. */
  readAnew(commits: Commits | undefined): void {
    const { commits: _, ...rest } = this.#current ?? {};
    this.#current = { ...rest, ...(commits === undefined ? {} : { commits }) };
  }
}
