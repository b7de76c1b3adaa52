import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openPage, type WatchedPage } from './browser.ts';
import type { Reviews, AwaitedReview } from './review-session.ts';

interface DocumentPageOptions {
  readonly reviews: Reviews;
  readonly browser: Browser;
  /** File name in the folder of the reviews. */
  readonly name: string;
  readonly text: string;
  readonly options?: BrowserContextOptions;
}

/** Opens a review of a document like an agent, and its page, and waits until it is shown. */
export const openDocumentPage = async ({
  reviews,
  browser,
  name,
  text,
  options,
}: DocumentPageOptions): Promise<AwaitedReview & WatchedPage> => {
  await writeFile(join(reviews.folder, name), text);
  const waiting = await reviews.openAwaited(['document', name]);
  const watched = await openPage(browser, waiting.session.url, options);
  await watched.page.locator('[data-block]').first().waitFor();
  return { ...waiting, ...watched };
};
