import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

interface Answer {
  readonly status?: number;
  readonly contentType?: string;
  readonly body: string;
}

/** A request of a page that has not gone to the server yet. */
export interface HeldRequest {
  readonly url: string;
  readonly method: string;
  readonly body: string | undefined;
  /** Sends it to the server. */
  readonly proceed: () => Promise<unknown>;
  /** Answers it in place of the server. */
  readonly answer: (answer: Answer) => Promise<unknown>;
  /** Lets it fail as without a network. */
  readonly fail: () => Promise<unknown>;
}

/**
 * Holds the requests of a page whose URL ends with a path, until the test is over. Playwright's `route` also turns off
 * the cache of the page, which doubles the CPU time of loading it.
 * @returns lets further ones pass
 */
export const holdRequests = async (
  page: Page,
  path: string,
  handle: (request: HeldRequest) => unknown,
): Promise<() => Promise<void>> => {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, request: { url, method, postData } }) => {
    // The page may have been loaded again meanwhile.
    const ignore = () => undefined;
    handle({
      url,
      method,
      body: postData,
      proceed: () => session.send('Fetch.continueRequest', { requestId }).catch(ignore),
      answer: ({ status = 200, contentType = 'application/json', body }) =>
        session
          .send('Fetch.fulfillRequest', {
            requestId,
            responseCode: status,
            responseHeaders: [{ name: 'content-type', value: contentType }],
            body: Buffer.from(body).toString('base64'),
          })
          .catch(ignore),
      fail: () =>
        session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }).catch(ignore),
    });
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `*${path}` }] });
  // The page may be closed.
  const release = () => session.detach().catch(() => undefined);
  onTestFinished(release);
  return release;
};
