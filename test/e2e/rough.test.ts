import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { launchBrowser, openPage } from '../helpers/browser.ts';
import { startReviews, type Reviews } from '../helpers/review-session.ts';

vi.setConfig({ testTimeout: 90_000 });
const patiently = { timeout: 40_000 };

let reviews: Reviews;
let browser: Browser;
beforeAll(async () => {
  [reviews, browser] = await Promise.all([startReviews(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await reviews.stop();
});

const openPlan = async (name: string) => {
  await writeFile(join(reviews.home, name), '# A plan\n\nText.\n');
  return reviews.open(['plan', name]);
};

it('a server that is stopped is told of while words wait, which are kept once it goes on', async () => {
  const { url, pid } = await openPlan('frozen.md');
  const { page } = await openPage(browser, url);
  page.setDefaultTimeout(patiently.timeout);
  await page.locator('[data-block]').first().waitFor();
  await page.keyboard.press('g');
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('Before.');
  await page.getByText('Saved', { exact: true }).waitFor();
  process.kill(pid, 'SIGSTOP');
  try {
    await page.keyboard.type(' While it was stopped.');
    const banner = page.getByRole('alert').filter({ hasText: 'does not answer' });
    await banner.waitFor();
    await page.keyboard.type(' And after.');
    process.kill(pid, 'SIGCONT');
    await banner.waitFor({ state: 'detached' });
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.reload();
  await page.getByRole('tab', { name: 'Comments 1' }).click();
  const box = page.getByRole('textbox', { name: 'Comment' });
  await expect
    .poll(() => box.inputValue(), patiently)
    .toBe('Before. While it was stopped. And after.');
});

it('a stream that ends as soon as it is open is not asked for again without a pause', async () => {
  const { url } = await openPlan('ends.md');
  const { page } = await openPage(browser, url);
  page.setDefaultTimeout(patiently.timeout);
  let asked = 0;
  await page.route('**/api/events', async (route) => {
    asked += 1;
    await route.fulfill({ contentType: 'text/event-stream', body: '' });
  });
  await page.clock.install();
  await page.reload();
  await expect.poll(() => asked, patiently).toBeGreaterThan(1);
  // No pause ends from now on.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const before = asked;
  for (let round = 0; round < 40; round += 1)
    await page.evaluate(async () => (await fetch('api/session')).status);
  expect(asked - before).toBeLessThan(3);
});
