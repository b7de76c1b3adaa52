import type { Outcome } from '../../shared/session/decision.ts';
import type { Mode } from '../../shared/session/mode.ts';

const texts: Readonly<Record<Outcome, string>> = {
  approved: 'approved',
  denied: 'changes requested',
  feedback: 'feedback sent',
  closed: 'closed',
  undecided: 'undecided',
};

/** How a review ended, for people, as the pages say it. What asks for changes in a code review is its feedback. */
export const outcomeText = (outcome: Outcome, mode: Mode): string =>
  texts[outcome === 'feedback' && mode === 'review' ? 'denied' : outcome];
