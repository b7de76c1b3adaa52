import { GalleyError } from '../../shared/errors.ts';
import type { Held } from '../../shared/session/outcome.ts';
import {
  shownOf,
  stepFor,
  type Decided,
  type DecisionAct,
  type DecisionEvent,
  type DecisionState,
  type Refusal,
} from './decision-states.ts';

/** How an event changed the session. */
export interface DecisionChange {
  /** Undefined if there was nothing to do. */
  readonly act: DecisionAct | undefined;
  readonly before: DecisionState;
  readonly after: DecisionState;
}

/**
 * Serializes the events that change the session's decision state. While one is writing to disk, other changes wait;
 * afterwards they are refused if there is a decision, and continue if there is none.
 */
export class DecisionGate {
  #acting: Promise<void> | undefined;
  #state: DecisionState = { kind: 'undecided' };

  /** The final decision, which the launching process gets. */
  get decision(): Decided | undefined {
    return this.#state.kind === 'released' ? this.#state.decision : undefined;
  }

  /** The decision that can be undone. */
  get held(): Held | undefined {
    return this.#state.kind === 'held' ? shownOf(this.#state.decision) : undefined;
  }

  get state(): DecisionState {
    return this.#state;
  }

  /** @throws GalleyError `already_decided`, also for a decision that can still be undone */
  assertUndecided(): void {
    if (this.#state.kind !== 'undecided') this.refuse('already_decided');
  }

  /**
   * Changes an undecided session. `step` must do its work before its first `await`, so that no decision comes in
   * between.
   * @throws GalleyError `already_decided`
   */
  async enter<Result>(step: () => Result): Promise<Awaited<Result>> {
    while (this.#acting !== undefined) await this.#acting;
    this.assertUndecided();
    return await step();
  }

  /**
   * Handles an event: `perform` acts on the disk and returns the state found there. If it rejects, the state does not
   * change.
   * @throws GalleyError `already_decided`, `not_held`, or what `perform` throws
   */
  async take(
    event: DecisionEvent,
    perform: (act: DecisionAct) => Promise<DecisionState>,
  ): Promise<DecisionChange> {
    while (this.#acting !== undefined) await this.#acting;
    const before = this.#state;
    const step = stepFor(before, event);
    if (step === 'nothing') return { act: undefined, before, after: before };
    if (step === 'already_decided' || step === 'not_held') return this.refuse(step);
    const performing = perform(step);
    this.#acting = performing.then(
      () => undefined,
      () => undefined,
    );
    try {
      this.#state = await performing;
    } finally {
      this.#acting = undefined;
    }
    return { act: step, before, after: this.#state };
  }

  /** @throws GalleyError with this code and the current state */
  refuse(code: Refusal): never {
    throw new GalleyError(code, code === 'not_held' ? notHeld : decidedSentence(this.#state));
  }
}

const notHeld =
  'No decision is waiting to be sent. Reload the page to see the state of the review.';

const decidedSentence = (state: DecisionState): string => {
  if (state.kind === 'held')
    return `This session is decided: ${state.decision.outcome}. Undo that before you change anything.`;
  const outcome = state.kind === 'released' ? state.decision.outcome : 'undecided';
  return `This session is over, its outcome is "${outcome}". Nothing was changed.`;
};
