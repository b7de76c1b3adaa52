import { texts } from '../../../shell/texts/texts.ts';
import { readingPlace } from '../../ui/reading-place.ts';
import type { Page } from '../../ui/page.ts';
import { noticeOf } from '../../store/notices-slice.ts';

/** Takes back the decision that is held. */
export const undoDecision = async (page: Page): Promise<void> => {
  const answer = await page.client.call('undoDecision', { body: {} });
  if (answer.kind === 'ok') resumeReview(page);
  else tell(page, texts().decision.notUndone(answer.sentence));
};

/** Has the launching process get the decision now. A server that is gone has released it, or the next supervisor does. */
export const releaseDecision = async ({ store, client }: Page): Promise<void> => {
  const answer = await client.call('releaseDecision', { body: {} });
  const { held } = store.getState().session;
  if (held === undefined) return;
  // Where it was undone or released by another page, the stream tells that.
  if (answer.kind === 'refused' && ['already_decided', 'not_held'].includes(answer.code)) return;
  if (answer.kind === 'refused')
    store.dispatch({ type: 'session/notDecided', sentence: answer.sentence });
  else
    store.dispatch({ type: 'session/ended', end: { outcome: held.outcome, isOurs: held.isOurs } });
};

/** Shows the review as it was before it was decided, whichever page took that back. */
export const resumeReview = ({ store, draftSync }: Page): void => {
  if (store.getState().session.held === undefined) return;
  store.dispatch({ type: 'session/undone' }, noticeOf(texts().decision.undone));
  draftSync.resume();
  // What is read is shown again with the next frame.
  requestAnimationFrame(() => readingPlace()?.focus({ preventScroll: true }));
};

const tell = ({ store }: Page, sentence: string): void =>
  store.dispatch({ type: 'session/notDecided', sentence });
