import type { EndedSession, SessionView } from '../../../shared/session/session.ts';

/** How a session ended, and whether it can be looked at again. */
export type End = Pick<EndedSession, 'outcome' | 'death' | 'endedAt' | 'isKept'>;

/** A session as the dashboard shows it: one that runs, or one that ended lately. */
export interface Row {
  readonly session: SessionView;
  readonly end?: End;
}

export const rowStates = ['waiting', 'preparing', 'failed', 'silent', 'ended'] as const;

/**
 * What a session is doing: waiting for its reviewer, being prepared, not to be shown, not answering, or ended. One that
 * is decided has nothing more to wait for, also while that can be undone.
 */
export type RowState = (typeof rowStates)[number];

export const stateOf = ({ session, end }: Row): RowState => {
  if (end !== undefined) return 'ended';
  if (!session.isResponsive) return 'silent';
  if (session.held !== undefined) return 'ended';
  const { state } = session.preparation;
  return state === 'ready' ? 'waiting' : state;
};

/** Whether its process was lost; a decision that stands came first. */
export const isLost = ({ end }: Row): boolean => end?.outcome === 'undecided';

/** Whether its page can be opened: that of a review that goes on, or of one that is kept. */
export const canOpen = ({ end }: Row): boolean => end === undefined || end.isKept;
