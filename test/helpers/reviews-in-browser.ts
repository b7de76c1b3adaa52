import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { closePages, sharedBrowser } from './browser.ts';
import { startReviews, type Reviews } from './review-session.ts';

interface ReviewsInBrowser {
  readonly reviews: Reviews;
  readonly browser: Browser;
}

/** A home for the reviews of a test file, and a browser; both are closed after the file. */
export const reviewsInBrowser = async (
  env: Readonly<Record<string, string>> = {},
): Promise<ReviewsInBrowser> => {
  const [reviews, browser] = await Promise.all([startReviews(env), sharedBrowser()]);
  afterAll(async () => {
    await closePages(browser);
    await reviews.stop();
  });
  return { reviews, browser };
};
