import type { Decision } from '../../../../shared/session/decision.ts';
import type { Page } from '../../ui/page.ts';
import type { Answer } from '../../protocol/session-client.ts';

/** Fetches what was decided, and puts its comments and findings at their places. */
export const loadEnded = async ({ store, client }: Page): Promise<Answer<Decision>> => {
  const answer = await client.getDecision();
  if (answer.kind === 'ok') {
    const { comments, annotations } = answer.value;
    store.dispatch(
      { type: 'annotations/events', events: [{ type: 'snapshot', version: 0, annotations }] },
      { type: 'comments/replaced', comments },
    );
  }
  return answer;
};
