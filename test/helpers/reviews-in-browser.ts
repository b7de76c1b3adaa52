import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { closePages, sharedBrowser } from './browser.ts';
import { shareReviews, startReviews, type Reviews } from './review-session.ts';

interface ReviewsInBrowser {
  readonly reviews: Reviews;
  readonly browser: Browser;
}

const inBrowser = async (starting: Promise<Reviews>): Promise<ReviewsInBrowser> => {
  const [reviews, browser] = await Promise.all([starting, sharedBrowser()]);
  afterAll(async () => {
    await closePages(browser);
    await reviews.stop();
  });
  return { reviews, browser };
};

/** Reviews in the shared home, and the shared browser; what a test file opens in them is closed after the file. */
export const reviewsInBrowser = (): Promise<ReviewsInBrowser> => inBrowser(shareReviews());

/** A home for the reviews of a test file alone: for one that counts them, or stops their supervisor. */
export const ownReviewsInBrowser = (
  env: Readonly<Record<string, string>> = {},
): Promise<ReviewsInBrowser> => inBrowser(startReviews(env));
