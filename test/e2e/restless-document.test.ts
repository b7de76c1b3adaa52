import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Decision } from '../../shared/session/decision.ts';
import { openPage } from '../helpers/browser.ts';
import { decide } from '../helpers/decide.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

const text = (change: number | string) =>
  `# Log\n\nChange ${change}.\n\nWords that stay.\n\n## The end\n\nLast words.\n`;

/** Replaces a file a hundred times a second. */
const writeOften = (path: string) => {
  let count = 0;
  const ending = new AbortController();
  const writing = (async () => {
    while (!ending.signal.aborted) {
      count += 1;
      await writeFile(`${path}.new`, text(count));
      await rename(`${path}.new`, path);
      await sleep(10);
    }
  })();
  return {
    count: () => count,
    stop: async (): Promise<void> => {
      ending.abort();
      await writing;
    },
  };
};

it('that changes a hundred times a second can be reviewed, and is what it is in the end', async () => {
  const path = join(reviews.folder, 'log.md');
  await writeFile(path, text(0));
  const { session, ended } = await reviews.openAwaited(['document', path]);
  const { page, problems } = await openPage(browser, session.url);
  const stays = page.locator('.block', { hasText: 'Words that stay.' });
  await stays.waitFor();
  const refresh = page.getByRole('button', { name: 'Refresh', exact: true });
  const often = writeOften(path);
  try {
    // It is announced, and nothing changes until the reviewer asks.
    await refresh.first().waitFor();
    expect(await page.getByText('Change 0.').count()).toBe(1);

    // A comment can be written meanwhile, also over a refresh.
    await stays.hover();
    await stays.getByRole('button', { name: 'Comment on this block' }).click();
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('These w');
    const before = often.count();
    await refresh.first().click();
    await page.getByText('Change 0.').waitFor({ state: 'detached' });
    await page.locator('textarea').focus();
    await page.keyboard.type('ords are fine.');
    await expect.poll(() => page.locator('textarea').inputValue()).toBe('These words are fine.');
    await page.keyboard.press('Control+Enter');
    await stays.getByText('These words are fine.').waitFor();

    // So do keys.
    await refresh.first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const change = page.getByText(/^Change \d+\.$/u);
    const shown = await change.innerText();
    await page.keyboard.press('r');
    await expect.poll(() => change.innerText()).not.toBe(shown);
    await expect.poll(() => often.count()).toBeGreaterThan(before + 100);
    await stays.getByText('These words are fine.').waitFor();
  } finally {
    await often.stop();
  }

  // Once it rests, it is what it was last.
  await writeFile(path, text('at last'));
  await refresh.first().waitFor();
  await page.locator('main').focus();
  await page.keyboard.press('r');
  await page.getByText('Change at last.').waitFor();
  await refresh.first().waitFor({ state: 'detached' });
  await stays.getByText('These words are fine.').waitFor();
  await decide(page);
  const { comments } = JSON.parse((await ended).output) as Decision;
  expect(comments).toMatchObject([
    { text: 'These words are fine.', originalText: 'Words that stay.', startLine: 5 },
  ]);
  expect(problems).toEqual([]);
}, 120_000);
