import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { SessionView } from '../../shared/session/session.ts';
import type { SessionInfo } from '../../shared/session/session.ts';
import { openPage } from '../helpers/browser.ts';
import { codeOf } from '../helpers/code.ts';
import { eventStream } from '../helpers/event-stream.ts';
import { holdAnswer } from '../helpers/hold-answer.ts';
import { holdRequests } from '../helpers/hold-requests.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

const preparing = { state: 'preparing' } as const;

/** A page that loaded its session during preparation, and then receives the progress and the end at once. */
const openWhilePreparing = async (url: string): Promise<Page> => {
  const info = (await call(`${url}${sessionPath('getSession')}`)).json as SessionInfo;
  const { page } = await openPage(browser, url, {
    prepare: async (one) => {
      await holdRequests(one, sessionPath('getSession'), (request) =>
        request.answer({ body: JSON.stringify({ ...info, preparation: preparing }) }),
      );
      await holdRequests(one, sessionPath('streamEvents'), (request) =>
        request.answer({
          contentType: 'text/event-stream',
          body: eventStream([
            { type: 'session', preparation: preparing },
            { type: 'session', preparation: { state: 'ready' } },
          ]),
        }),
      );
    },
  });
  return page;
};

it('a document that could not be shown is prepared again when the reviewer asks', async () => {
  const folder = join(reviews.folder, 'documents');
  const path = join(folder, 'large.md');
  await mkdir(folder);
  await writeFile(path, 'x'.repeat(21 * 2 ** 20));
  const { url } = await reviews.open(['document', folder]);
  const { page } = await openPage(browser, url);
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  const alert = page.getByRole('alert');
  await alert.getByText('20 MiB').waitFor();

  // Not offered while it is being tried; a palette that is open then follows.
  const release = await holdAnswer(page, sessionPath('getPlan'));
  const isStillOffered = await tryAgain.evaluate(async (button) => {
    (button as HTMLElement).click();
    await Promise.resolve();
    return button.isConnected;
  });
  expect(isStillOffered).toBe(false);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('try to prepare');
  await page.getByText('No matches.').waitFor();
  await release();
  await page.getByRole('option', { name: /^Try to prepare/u }).waitFor();
  await page.getByText('20 MiB').waitFor();
  // In one step: the page may be reading it, since it loads the document once more when it has connected.
  await writeFile(`${folder}.md`, '# Smaller\n\nWords.\n');
  await rename(`${folder}.md`, path);
  await page.keyboard.press('Enter');
  await page.getByText('Words.').waitFor();
  const preparation = async () => {
    const { sessions } = JSON.parse(await reviews.cli('sessions', 'list', '--json')) as {
      readonly sessions: readonly SessionView[];
    };
    return sessions.find((session) => session.url === url)?.preparation;
  };
  await expect.poll(preparation).toEqual({ state: 'ready' });
});

it('a document that could not be prepared is prepared again when the reviewer asks, and shown even if the page gets all events at once', async () => {
  const path = join(reviews.folder, 'late.md');
  // The start of a file is all that is read before the review opens.
  await writeFile(path, Buffer.from(`${'x '.repeat(100_000)}\u00FF`, 'latin1'));
  const { url } = await reviews.open(['document', 'late.md']);
  const { page } = await openPage(browser, url);
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  await tryAgain.waitFor();
  await writeFile(path, '# Text alone\n\nWords.\n');
  await Promise.all([page.waitForResponse(`**${sessionPath('refresh')}`), tryAgain.click()]);
  await page.getByText('Words.').waitFor();
  const later = await openWhilePreparing(url);
  await later.getByText('Words.').waitFor();
});

it('a change is shown when it is ready, even if the page gets all events at once', async () => {
  const patch = '--- a/a.rs\n+++ b/a.rs\n@@ -1 +1 @@\n-one\n+let two = 2;\n';
  await writeFile(join(reviews.folder, 'change.diff'), patch);
  const { url } = await reviews.open(['review', '--patch', 'change.diff']);
  const page = await openWhilePreparing(url);
  await codeOf(page, 'a.rs').getByText('let two').waitFor();
  await page.getByRole('status').getByText('Preparing').waitFor({ state: 'detached' });
});
