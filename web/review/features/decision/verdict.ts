import type { Comment } from '../../../../shared/annotations/comment.ts';
import type { PreviewBody } from '../../../../shared/session/decision.ts';
import { commentsToSend } from '../../store/comments/comments-to-send.ts';
import { isDeletionMark } from '../../store/comments/new-comment.ts';
import { isUntouched, wordsOf } from '../../protocol/words.ts';
import type { Verdict } from '../../store/decision-slice.ts';
import { can } from '../../store/session-slice.ts';
import type { State } from '../../store/state.ts';

/** Only `must`, `replace` and deletions request a change. */
export const suggestedVerdict = (comments: readonly Comment[]): Verdict =>
  comments.some(
    (comment) => comment.kind === 'must' || comment.kind === 'replace' || isDeletionMark(comment),
  )
    ? 'reject'
    : 'approve';

/** The user's choice, or the one that the comments suggest. */
export const verdictNow = (state: State): Verdict =>
  state.decision.chosen ?? suggestedVerdict(commentsToSend(state));

/** Whether a decision would consist of the verdict only, and discard nothing. */
export const isVerdictOnly = (state: State): boolean =>
  state.session.preparation.state === 'ready' &&
  state.annotations.byId.size === 0 &&
  isUntouched(wordsOf(state));

export const routeOf = (state: Pick<State, 'session' | 'content'>, verdict: Verdict) => {
  const own = verdict === 'approve' ? 'approve' : 'deny';
  return can(state, own) ? own : 'feedback';
};

export const outcomeOf = (
  state: Pick<State, 'session' | 'content'>,
  verdict: Verdict,
): PreviewBody['outcome'] => {
  if (verdict === 'approve') return 'approved';
  return can(state, 'deny') ? 'denied' : 'feedback';
};
