import type { FeedbackBody } from '../../../../shared/session/decision.ts';
import type { Verdict } from '../../store/decision-slice.ts';
import type { State } from '../../store/state.ts';
import { commentsToSend, routeOf } from './verdict.ts';

/** What a decision carries. */
export const decisionBody = (state: State, verdict: Verdict): FeedbackBody => {
  const { session, draft, annotations, decision, settings } = state;
  const dismissed = [...annotations.all.keys()].filter((id) => !annotations.byId.has(id));
  const feedback = draft.feedback.trim();
  const isApproval =
    verdict === 'approve' &&
    session.info !== undefined &&
    routeOf(session.info.can, verdict) === 'feedback';
  return {
    annotations: [...commentsToSend(state)],
    withFindings: decision.withFindings,
    undoSeconds: settings.undoSeconds,
    ...(dismissed.length === 0 ? {} : { dismissed }),
    ...(feedback === '' ? {} : { feedback }),
    ...(isApproval ? { approved: true } : {}),
  };
};
