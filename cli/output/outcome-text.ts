import type { Outcome } from '../../shared/session/decision.ts';
import type { Mode } from '../../shared/session/mode.ts';

const texts: Readonly<Record<Outcome, string>> = {
  approved: 'approved',
  denied: 'changes requested',
  feedback: 'feedback sent',
  closed: 'closed',
  undecided: 'undecided',
};

/** The outcome in words, as on the pages. Feedback in a code review means that changes were requested. */
export const outcomeText = (outcome: Outcome, mode: Mode): string =>
  texts[outcome === 'feedback' && mode === 'review' ? 'denied' : outcome];
