import { text } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The file that the page saves for text that it cannot send, with the button in `place`. */
export const wordsByFile = async (page: Page, place: Page | Locator = page): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    place.getByRole('button', { name: 'Save as file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('review-comments.md');
  // The browser may run elsewhere, so its path does not help.
  return text(await download.createReadStream());
};
