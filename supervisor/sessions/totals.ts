import type { Outcome } from '../../shared/session/decision.ts';
import type { Death } from '../../shared/session/session.ts';

/** Counters since the supervisor started. */
export class Totals {
  opened = 0;
  readonly outcomes = new Map<Outcome, number>();
  readonly deaths = new Map<Death['class'], number>();

  ended(outcome: Outcome, death: Death): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    this.deaths.set(death.class, (this.deaths.get(death.class) ?? 0) + 1);
  }
}
