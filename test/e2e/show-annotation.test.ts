import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage } from '../helpers/browser.ts';
import { codeOf, settledTop } from '../helpers/code.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { Repository } from '../helpers/repository.ts';
import { addFinding } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

/** In a language whose grammar is small, since many pages highlight it. */
const lines = (word: string) =>
  Array.from({ length: 120 }, (_, at) => `${word}${at} = ${at}\n`).join('');

let repository: Repository;
const { reviews, browser } = await reviewsInBrowser();

beforeAll(() => {
  repository = new Repository();
  for (const name of ['a', 'b', 'c']) repository.write(`src/${name}.toml`, lines('one'));
  repository.commit('first');
  for (const name of ['a', 'b', 'c']) repository.write(`src/${name}.toml`, lines('two'));
});
afterAll(() => repository.remove());

const openReview = async () => {
  const { url } = await reviews.open(['review'], repository.path);
  const { page } = await openPage(browser, url, { viewport: { width: 1280, height: 500 } });
  page.setDefaultTimeout(30_000);
  await addFinding(url, {
    source: 'lint',
    filePath: 'src/b.toml',
    lineStart: 60,
    lineEnd: 60,
    text: 'What is led to.',
  });
  await codeOf(page, 'a.toml').getByText('one3').first().waitFor();
  await page.getByRole('button', { name: '1 finding', exact: true }).waitFor();
  const { json } = await call(`${url}${sessionPath('getDiff')}`);
  const { files } = json as { files: { id: string; path: string }[] };
  return { page, fileId: files.find(({ path }) => path === 'src/b.toml')?.id };
};

const goUp = async (page: Page): Promise<void> => {
  for (let count = 0; count < 40; count += 1) await page.keyboard.press('ArrowUp');
};

/** Whether the focused annotation is in view, once settled. */
const isLedTo = async (page: Page): Promise<boolean> => {
  await settledTop(page.locator('diffs-container').first());
  const card = page.locator('.diff-finding .finding[data-active="true"]');
  const view = await page.locator('.diff-view').boundingBox();
  const seen = (await card.count()) === 0 ? null : await card.boundingBox();
  if (seen === null || view === null) return false;
  return seen.y + seen.height > view.y && seen.y < view.y + view.height;
};

describe('a reader who navigates to a finding', { timeout: 120_000 }, () => {
  // One page for all ways to leave it.
  let page: Page;
  let fileId: string | undefined;
  beforeAll(async () => ({ page, fileId } = await openReview()));

  it.each<[string, (page: Page) => Promise<void>]>([
    ['PageDown', (page) => page.keyboard.press('PageDown')],
    ['PageUp', (page) => page.keyboard.press('PageUp')],
    ['the space bar', (page) => page.keyboard.press('Space')],
    ['Home', (page) => page.keyboard.press('Home')],
    ['End', (page) => page.keyboard.press('End')],
    ['the wheel', (page) => page.mouse.wheel(0, 1200)],
  ])('can move away by %s, and is not moved back', async (_, goAway) => {
    const active = page.locator('.diff-finding .finding[data-active="true"]');
    // As at first: at the top, with nothing selected.
    await page.locator('.diff-view').hover();
    await page.locator('.diff-view').focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    await active.waitFor({ state: 'detached' });
    await codeOf(page, 'a.toml').getByText('one3').first().waitFor();
    await page.keyboard.press('n');
    // Keys that are pressed before it is there would not lead away from it.
    await expect.poll(() => isLedTo(page)).toBe(true);
    await goAway(page);
    // A busy page handles the key a little later.
    await expect.poll(() => isLedTo(page)).toBe(false);
    expect(await isLedTo(page)).toBe(false);
  });

  it.each<[string, boolean, (page: Page) => Promise<void>]>([
    ['stays there', true, () => Promise.resolve()],
    ['is not moved back after leaving by arrows', false, goUp],
    ['is not moved back after leaving by PageUp', false, (page) => page.keyboard.press('PageUp')],
  ])('%s when the code arrives', async (_, expected, goAway) => {
    const requests: Route[] = [];
    const patch = `**${sessionPath('getFilePatch')}?id=${fileId}*`;
    await page.route(patch, (route) => void requests.push(route));
    await page.reload();
    await codeOf(page, 'a.toml').getByText('one3').first().waitFor();
    await page.getByRole('button', { name: '1 finding', exact: true }).waitFor();
    await page.locator('.diff-view').focus();
    await page.keyboard.press('n');
    await codeOf(page, 'b.toml').waitFor();
    await goAway(page);
    await settledTop(page.locator('diffs-container').first());
    await expect.poll(() => requests.length).toBe(1);
    await Promise.all([
      page.waitForResponse((response) => response.url().includes(`id=${fileId}`)),
      requests[0]?.continue(),
    ]);
    await expect.poll(() => isLedTo(page)).toBe(expected);
    await page.unroute(patch);
  });
});
