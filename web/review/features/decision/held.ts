import type { Held } from '../../../../shared/session/held.ts';
import type { SessionInfo } from '../../../../shared/session/session.ts';
import type { HeldDecision } from '../../store/session-slice.ts';
import type { Action } from '../../store/state.ts';

/**
 * A decision that is held, with the time that it has left. That follows from the server's own times alone: the clock of
 * this machine may be wrong. @param serverMs when the server said so, by its clock; where absent, it has just decided
 */
export const heldFrom = (
  { outcome, decidedAt, releaseAt }: Held,
  serverMs = Date.parse(decidedAt),
): HeldDecision => {
  const wholeMs = Date.parse(releaseAt) - Date.parse(decidedAt);
  const leftMs = Math.min(wholeMs, Math.max(0, Date.parse(releaseAt) - serverMs));
  return {
    outcome,
    decidedAt,
    releaseAt,
    isOurs: false,
    endsAtMs: performance.now() + leftMs,
  };
};

/** What is known of a decision by what the server says of its session. */
export const heldActions = ({ held }: SessionInfo, serverMs: number | undefined): Action[] =>
  held === undefined
    ? [{ type: 'session/undone' }]
    : // Whoever sees it can undo it: it is this page's as much as another's.
      [{ type: 'session/held', held: { ...heldFrom(held, serverMs), isOurs: true } }];
