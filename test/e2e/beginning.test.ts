import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createApiClient } from '../../shared/node/api-client.ts';
import { sessionApi } from '../../shared/session/session-routes.ts';
import { openPage } from '../helpers/browser.ts';
import { settledTop } from '../helpers/code.ts';
import { holdAnswer } from '../helpers/hold-answer.ts';
import { longText, stopAfterBeginning, stopTasks } from '../helpers/long-document.ts';
import { sessionPath } from '../helpers/paths.ts';
import { ownReviewsInBrowser } from '../helpers/reviews-in-browser.ts';
import { until } from '../helpers/until.ts';

const { reviews, browser } = await ownReviewsInBrowser();

const slowly = { timeout: 180_000 };

const supervisorPid = async (): Promise<number> =>
  (await (await reviews.connect()).call('getStatus')).body.pid;

const openLong = async (sections: number) => {
  await writeFile(join(reviews.folder, 'long.md'), longText(sections));
  return reviews.open(['document', 'long.md']);
};

/** Counts first, since looking for a text in so much of it takes as long as drawing some of it. */
const untilWhole = async (page: Page, sections: number): Promise<void> => {
  const blocks = page.locator('.document [data-block]');
  await expect.poll(() => blocks.count(), { timeout: 90_000 }).toBe(4 * sections);
  const last = page.getByText(`Some words of section ${sections - 1}, and more.`);
  await last.waitFor({ state: 'attached' });
};

beforeAll(async () => {
  await reviews.connect();
});

it(
  'a long document can be read while it is prepared, and commented on then, in the same place',
  slowly,
  async () => {
    const pid = await supervisorPid();
    const { url } = await openLong(300);
    const goOn = await stopAfterBeginning(url, pid);
    const { page, problems } = await openPage(browser, url);
    const status = page.getByRole('status').getByText('Preparing');
    const first = page.getByText('Some words of section 0, and more.');
    await first.waitFor();
    await status.waitFor();
    await expect
      .poll(() => first.evaluate((element) => element.closest('[inert]') !== null))
      .toBe(true);
    await page.emulateMedia({ media: 'print' });
    await first.waitFor({ state: 'hidden' });
    await page.emulateMedia({ media: 'screen' });
    const top = () => first.evaluate((element) => element.getBoundingClientRect().top);
    await page.locator('.content').evaluate((content) => content.scrollTo(0, 300));
    const before = await settledTop(first);

    goOn();
    await untilWhole(page, 300);
    await status.waitFor({ state: 'detached' });
    await expect.poll(top).toBeCloseTo(before, 0);
    await page.locator('.content').evaluate((content) => content.scrollTo(0, 0));
    await first.click();
    await page.keyboard.press('c');
    await page.getByRole('textbox').waitFor();
    expect(problems).toEqual([]);
  },
);

it(
  'a long document is shown whole, even if that is ready before its beginning has come',
  slowly,
  async () => {
    const goOn = stopTasks(await supervisorPid());
    const { url } = await openLong(60);
    let release = async () => {};
    let connected: Promise<unknown> | undefined;
    const { page } = await openPage(browser, url, {
      prepare: async (one) => {
        release = await holdAnswer(one, sessionPath('getPlan'));
        connected = one.waitForResponse(`**${sessionPath('streamEvents')}`);
      },
    });
    await connected;
    const asked = page.waitForRequest(`**${sessionPath('getPlan')}`);
    goOn();
    await asked;
    const api = createApiClient(sessionApi, { url });
    await until(
      'all of it is ready',
      async () => (await api.call('getSession')).body.preparation.state === 'ready',
    );
    await release();
    await untilWhole(page, 60);
  },
);
