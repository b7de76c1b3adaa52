import { texts } from '../../../shell/texts/texts.ts';
import { readingPlace } from '../../ui/reading-place.ts';
import type { Page } from '../../ui/page.ts';
import { noticeOf } from '../../store/notices-slice.ts';

export const undoDecision = async (page: Page): Promise<void> => {
  const answer = await page.client.call('undoDecision', { body: {} });
  if (answer.kind === 'ok') resumeReview(page);
  else tell(page, texts().decision.notUndone(answer.sentence));
};

/**
 * Releases the decision to the launching process now. If the server is gone, it has done so, or the next supervisor
 * will.
 */
export const releaseDecision = async ({ store, client }: Page): Promise<void> => {
  const answer = await client.call('releaseDecision', { body: {} });
  const { held } = store.getState().session;
  if (held === undefined) return;
  // Another page undid or released it, which the stream reports.
  if (answer.kind === 'refused' && ['already_decided', 'not_held'].includes(answer.code)) return;
  if (answer.kind === 'refused')
    store.dispatch({ type: 'session/notDecided', sentence: answer.sentence });
  else
    store.dispatch({ type: 'session/ended', end: { outcome: held.outcome, isOurs: held.isOurs } });
};

/** Restores the review after an undo by any page. */
export const resumeReview = ({ store, draftSync }: Page): void => {
  if (store.getState().session.held === undefined) return;
  store.dispatch({ type: 'session/undone' }, noticeOf(texts().decision.undone));
  draftSync.resume();
  // The content is visible again in the next frame.
  requestAnimationFrame(() => readingPlace()?.focus({ preventScroll: true }));
};

const tell = ({ store }: Page, sentence: string): void =>
  store.dispatch({ type: 'session/notDecided', sentence });
