import type { AnnotationStore } from '../annotations/store.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';
import type { Decided, DecisionGate } from './decision-gate.ts';
import { makeDecision, type Verdict } from './decision-record.ts';

interface DeciderOptions {
  readonly assignment: Assignment;
  readonly store: AnnotationStore;
  readonly gate: DecisionGate;
  /** Called once, when the decision stands on the disk. */
  readonly onDecided: (decision: Decided) => void;
}

/** Makes a verdict the session's decision: the first one that is durably on the disk. */
export class Decider {
  readonly #options: DeciderOptions;

  constructor(options: DeciderOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the decision is durable.
   * @throws GalleyError `already_decided`, or `storage_failed`: the session stays open and it can be tried again
   */
  async decide(verdict: Verdict): Promise<Decided> {
    const { gate, onDecided } = this.#options;
    let isOurs = true;
    const decision = await gate.decide(async () => {
      const { made, first } = await this.#write(verdict);
      isOurs = made === first;
      return first;
    });
    onDecided(decision);
    if (!isOurs) gate.assertUndecided();
    return decision;
  }

  /** The decision that was made, and the one that stands: another process may have decided before. */
  async #write(verdict: Verdict): Promise<{ made: Decided; first: Decided }> {
    const { assignment, store } = this.#options;
    const decision = makeDecision(assignment, verdict, {
      annotations: store.all(),
      decidedAt: new Date().toISOString(),
    });
    const { outcome, reason, decidedAt } = decision;
    const made = { outcome, decidedAt, ...(reason === undefined ? {} : { reason }) };
    // Loaded when it is needed: an idle session does without.
    const { readOutcome, writeDecision } = await import('../../shared/node/decision-file.ts');
    const path = assignment.files.decision;
    if (await writeDecision(path, decision)) return { made, first: made };
    const first = await readOutcome(path);
    return { made, first: first === undefined ? made : { outcome: first, decidedAt } };
  }
}
