import type { Page } from 'playwright-core';

/** Chooses another way to decide than the button that stands out. */
export const chooseDecision = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Other ways to decide' }).click();
  await page.getByRole('menuitem', { name }).click();
};
