import { decisionTexts } from '../../../shell/texts/decision-texts.ts';
import { readingPlace } from '../../ui/reading-place.ts';
import type { Page } from '../../ui/page.ts';
import type { SessionEnd } from '../../store/session-slice.ts';
import { noticeOf } from '../../store/notices-slice.ts';

export const undoDecision = async (page: Page): Promise<void> => {
  const answer = await page.client.call('undoDecision', { body: {} });
  if (answer.kind === 'ok') {
    resumeReview(page);
    return;
  }
  const notUndone = decisionTexts().notUndone(answer.sentence);
  if (answer.kind === 'refused') tell(page, notUndone);
  else endHeld(page, { notUndone });
};

/** Releases the decision to the launching process now. */
export const releaseDecision = async (page: Page): Promise<void> => {
  const answer = await page.client.call('releaseDecision', { body: {} });
  if (answer.kind !== 'refused') endHeld(page);
  // Otherwise another page undid or released it, which the stream reports.
  else if (!['already_decided', 'not_held'].includes(answer.code)) tell(page, answer.sentence);
};

/** Longer than between two presses of a key of which one was meant. */
const slipMs = 1000;

/** The same on request by a key. The one that submits also sends at once, so that a second press would end the undo. */
export const releaseByKey = async (page: Page): Promise<void> => {
  const { held } = page.store.getState().session;
  if (held === undefined) return;
  const wholeMs = Date.parse(held.releaseAt) - Date.parse(held.decidedAt);
  const heldForMs = performance.now() - (held.endsAtMs - wholeMs);
  if (heldForMs > slipMs) await releaseDecision(page);
};

/** A server that is gone has released the decision, or the next supervisor will. */
const endHeld = ({ store }: Page, details: Pick<SessionEnd, 'notUndone'> = {}): void => {
  const { held } = store.getState().session;
  if (held === undefined) return;
  const { outcome, isOurs } = held;
  store.dispatch({ type: 'session/ended', end: { outcome, isOurs, ...details } });
};

/** Restores the review after an undo by any page. */
export const resumeReview = ({ store, draftSync }: Page): void => {
  if (store.getState().session.held === undefined) return;
  store.dispatch({ type: 'session/undone' }, noticeOf(decisionTexts().undone));
  draftSync.resume();
  // The content is visible again in the next frame.
  requestAnimationFrame(() => readingPlace()?.focus({ preventScroll: true }));
};

const tell = ({ store }: Page, sentence: string): void => {
  if (store.getState().session.held !== undefined)
    store.dispatch({ type: 'session/notDecided', sentence });
};
