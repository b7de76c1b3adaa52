import type { Held } from '../../../../shared/session/held.ts';
import type { SessionInfo } from '../../../../shared/session/session.ts';
import type { HeldDecision } from '../../store/session-slice.ts';
import type { Action } from '../../store/state.ts';

/**
 * Computes the remaining time of a held decision from server times only, since this machine's clock may be off.
 * @param serverMs the server's response time; by default the decision was made just now
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

/** Actions that apply the session's held decision, or its absence. */
export const heldActions = ({ held }: SessionInfo, serverMs: number | undefined): Action[] =>
  held === undefined
    ? [{ type: 'session/undone' }]
    : // Any page can undo it, so this one may treat it as its own.
      [{ type: 'session/held', held: { ...heldFrom(held, serverMs), isOurs: true } }];
