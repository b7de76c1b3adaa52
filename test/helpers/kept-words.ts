import { text } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What the page writes down when one saves what cannot be sent, by the button in `place`. */
export const wordsByFile = async (page: Page, place: Page | Locator = page): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    place.getByRole('button', { name: 'Save as file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('review-comments.md');
  // Its path is the browser's, which may run elsewhere.
  return text(await download.createReadStream());
};
