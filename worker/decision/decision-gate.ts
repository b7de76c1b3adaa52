import { GalleyError } from '../../shared/errors.ts';
import type { Decision } from '../../shared/session/decision.ts';

/** What the session keeps of its decision: all of it stands on the disk. */
export type Decided = Pick<Decision, 'outcome' | 'reason' | 'decidedAt'>;

/**
 * Lets one decision through, and no change past it. While a decision is being written, whatever would change the
 * session waits: it is refused when the write succeeds and goes on when it fails.
 */
export class DecisionGate {
  #writing: Promise<void> | undefined;
  #decision: Decided | undefined;

  get decision(): Decided | undefined {
    return this.#decision;
  }

  /** @throws GalleyError `already_decided` */
  assertUndecided(): void {
    if (this.#decision === undefined) return;
    throw new GalleyError(
      'already_decided',
      `This session is over, its outcome is "${this.#decision.outcome}". Nothing was changed.`,
    );
  }

  /**
   * Makes a change of an undecided session. `step` is synchronous up to its first `await`, so that no decision can
   * come into it.
   * @throws GalleyError `already_decided`
   */
  async enter<Result>(step: () => Result): Promise<Awaited<Result>> {
    while (this.#writing !== undefined) await this.#writing;
    this.assertUndecided();
    return await step();
  }

  /**
   * Makes the session decided once `write` has resolved; where it rejects, the session stays as it was.
   * @throws GalleyError `already_decided`, or what `write` throws
   */
  decide(write: () => Promise<Decided>): Promise<Decided> {
    return this.enter(() => this.#write(write));
  }

  async #write(write: () => Promise<Decided>): Promise<Decided> {
    const writing = write();
    this.#writing = writing.then(
      () => undefined,
      () => undefined,
    );
    try {
      this.#decision = await writing;
      return this.#decision;
    } finally {
      this.#writing = undefined;
    }
  }
}
