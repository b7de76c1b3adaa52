import type { EndedSession, SessionView } from '../../../shared/session/session.ts';

/** How a session ended, and whether its page can be reopened. */
export type End = Pick<EndedSession, 'outcome' | 'death' | 'endedAt' | 'isKept'>;

/** A running or recently ended session. */
export interface Row {
  readonly session: SessionView;
  readonly end?: End;
}

export const rowStates = ['waiting', 'preparing', 'failed', 'silent', 'ended'] as const;

/**
 * `waiting` for the reviewer, `preparing`, `failed` to prepare, `silent` (not responding), or `ended`. A decided
 * session counts as ended, even while the decision can be undone.
 */
export type RowState = (typeof rowStates)[number];

export const stateOf = ({ session, end }: Row): RowState => {
  if (end !== undefined) return 'ended';
  if (!session.isResponsive) return 'silent';
  if (session.held !== undefined) return 'ended';
  const { state } = session.preparation;
  return state === 'ready' ? 'waiting' : state;
};

/** Whether its process died without a decision. */
export const isLost = ({ end }: Row): boolean => end?.outcome === 'undecided';

/** Whether its page can be opened: the session is running, or is kept. */
export const canOpen = ({ end }: Row): boolean => end === undefined || end.isKept;
