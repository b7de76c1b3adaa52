import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Decision } from '../../shared/session/decision.ts';
import { openPage } from '../helpers/browser.ts';
import { decide } from '../helpers/decide.ts';
import { isThere } from '../helpers/processes.ts';
import { ownReviewsInBrowser } from '../helpers/reviews-in-browser.ts';
import { until } from '../helpers/until.ts';

const { reviews, browser } = await ownReviewsInBrowser();

const open = async (name: string) => {
  await writeFile(join(reviews.folder, name), '# A plan\n\nText.\n');
  const waiting = await reviews.review(['plan', name]);
  const { page } = await openPage(browser, waiting.session.url);
  await page.locator('[data-block]').first().waitFor();
  return { ...waiting, page };
};

/** Types into an overall comment without pausing, recording when each word was entered. */
const typeWords = async (page: Page, count: number) => {
  const typed: { readonly word: string; readonly atMs: number }[] = [];
  await page.keyboard.press('g');
  for (let index = 0; index < count; index += 1) {
    const word = `word${index}`;
    await page.keyboard.type(`${word} `, { delay: 15 });
    typed.push({ word, atMs: performance.now() });
  }
  return typed;
};

/** By then, the page promises to have saved. */
const promisedMs = 2000;

test(
  'text older than two seconds survives the crash of its session, even if typed without a pause, and the page the death of the supervisor',
  { timeout: 180_000 },
  async () => {
    const first = await open('typed.md');
    // Drafts are stored by what is reviewed; nobody takes this one over before the next session.
    const typed = await typeWords(first.page, 50);
    const killedAtMs = performance.now();
    process.kill(first.session.pid, 'SIGKILL');
    expect((await first.ended).code).toBe(12);
    const promised = typed.filter(({ atMs }) => killedAtMs - atMs > promisedMs);
    expect(promised.length).toBeGreaterThan(5);
    const { page, session, ended } = await open('typed.md');
    const box = page.getByRole('textbox', { name: 'Comment' });
    await page.getByRole('button', { name: '1 comment', exact: true }).click();
    await box.waitFor();
    for (const { word } of promised)
      await expect.poll(() => box.inputValue()).toContain(`${word} `);
    await box.press('Control+Enter');
    await box.waitFor({ state: 'detached' });

    const pid = await leader();
    process.kill(pid, 'SIGKILL');
    await until('it is gone', () => !isThere(pid));
    await page.keyboard.press('g');
    await page.keyboard.type('Written without a supervisor.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('article').getByText('Written without a supervisor.').waitFor();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await decide(page);
    const { code, output } = await ended;
    expect(code).toBe(10);
    const decision = JSON.parse(output) as Decision;
    expect(decision.id).toBe(session.id);
    expect(decision).toMatchObject({
      outcome: 'denied',
      comments: [
        { text: expect.stringContaining(promised[0]?.word ?? '') },
        { text: 'Written without a supervisor.' },
      ],
    });
  },
);

const leader = async (): Promise<number> =>
  (JSON.parse(await reviews.cli('supervisor', 'status', '--json')) as { pid: number }).pid;
