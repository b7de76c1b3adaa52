import type { Death } from '../../../../shared/session/session.ts';

/** The ways in which a process ends, the good ones first. */
export const deathClasses: readonly Death['class'][] = [
  'clean',
  'closed',
  'crash',
  'killed',
  'out-of-memory',
  'start-failed',
];
