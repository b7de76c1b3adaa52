import type { Locator, Page } from 'playwright-core';

interface Submitted {
  /** The name of the option; without one that which is suggested. */
  readonly verdict?: 'Approve' | 'Request changes' | 'Send feedback';
  /** What the reviewer writes about the whole. */
  readonly note?: string;
}

/** The one primary button. */
export const reviewButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Review (?:plan|document|changes)$/u });

/** Opens the popover in which a review is submitted, by the mouse. */
export const openDecision = async (page: Page): Promise<Locator> => {
  await reviewButton(page).click();
  const popover = page.getByRole('dialog', { name: 'Submit review' });
  await popover.waitFor();
  return popover;
};

/** Submits the review. */
export const submitReview = async (
  page: Page,
  { verdict, note }: Submitted = {},
): Promise<void> => {
  const popover = await openDecision(page);
  if (verdict !== undefined)
    await popover.getByRole('radio', { name: verdict, exact: true }).check();
  if (note !== undefined) await popover.getByRole('textbox', { name: 'Overall note' }).fill(note);
  await popover.getByRole('button', { name: 'Submit' }).click();
};

/** Sends a decision that was made, without the seconds in which it could be undone. */
export const sendNow = async (page: Page): Promise<void> => {
  // Its time may be over before the button is pressed, which goes then.
  await Promise.race([
    page.getByRole('button', { name: 'Send now' }).click(),
    page.locator('.end-screen[data-held="false"]').waitFor(),
  ]);
};

/** Submits the review, and sends that at once. */
export const decide = async (page: Page, submitted: Submitted = {}): Promise<void> => {
  await submitReview(page, submitted);
  await sendNow(page);
};
