import type { Locator, Page } from 'playwright-core';

interface Submitted {
  /** Label of the option; default is the suggested one. */
  readonly verdict?: 'Approve' | 'Request changes' | 'Send feedback';
  /** The general note. */
  readonly note?: string;
}

/** The primary button. */
export const reviewButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Review (?:plan|document|changes)$/u });

/** Opens the submit popover with the mouse. */
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

/** Skips the time in which a decision can be undone. */
export const sendNow = async (page: Page): Promise<void> => {
  // That time may end before the click, and the button disappears.
  await Promise.race([
    page.getByRole('button', { name: 'Send now' }).click(),
    page.locator('.end-screen[data-held="false"]').waitFor(),
  ]);
};

/** Submits the review and releases the decision at once. */
export const decide = async (page: Page, submitted: Submitted = {}): Promise<void> => {
  await submitReview(page, submitted);
  await sendNow(page);
};
