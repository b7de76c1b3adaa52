import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendNow, submitReview } from '../../helpers/decide.ts';
import { closePages, openPage, sharedBrowser } from '../../helpers/browser.ts';
import { controlPath } from '../../helpers/paths.ts';
import type { TestSupervisor } from '../../helpers/supervisor.ts';
import { startOn } from './disk-home.ts';
import { smallDisk, type SmallDisk } from './small-disk.ts';

let disk: SmallDisk;
let galley: TestSupervisor;
let browser: Browser;
beforeAll(async () => {
  [disk, browser] = await Promise.all([
    smallDisk({ bytes: 64 * 2 ** 20, inodes: 2000 }),
    sharedBrowser(),
  ]);
  galley = await startOn(disk);
});
afterAll(async () => {
  await closePages(browser);
  await galley.stop();
  await disk.remove();
});

test('an approval that fails on a disk without pages, then without inodes, is reported each time, keeps its text, and can be retried', async () => {
  const { id, url } = await galley.open({
    mode: 'plan',
    content: '# A plan\n\nSome words.',
    detached: true,
  });
  const { page } = await openPage(browser, url);
  await page.getByRole('heading', { name: 'A plan', level: 1 }).last().waitFor();
  disk.leave({ pages: 0 });
  await page.keyboard.press('g');
  await page.keyboard.type('these must not be lost');
  await page.keyboard.press('Control+Enter');
  await submitReview(page, { verdict: 'Approve' });
  const dialog = page.getByRole('dialog');
  const assertRefused = async (): Promise<void> => {
    await dialog.getByText(/Cannot write .*ENOSPC.*Your text is still here/u).waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Approved' }).count()).toBe(0);
    const { json } = await galley.api(controlPath('getSession', { params: { id } }));
    expect(json).toMatchObject({ state: 'running' });
  };
  await assertRefused();

  disk.makeRoom();
  disk.leave({ inodes: 0 });
  const submit = dialog.getByRole('button', { name: 'Submit' });
  const answered = page.waitForResponse((response) => response.status() === 500);
  await submit.click();
  await answered;
  await assertRefused();

  disk.makeRoom();
  await submit.click();
  await sendNow(page);
  await page.getByRole('heading', { name: 'Approved' }).waitFor();
  const decision = await galley.api(
    controlPath('getDecision', { params: { id }, query: { wait: 60 } }),
  );
  expect(decision.json).toMatchObject({
    outcome: 'approved',
    comments: [{ text: 'these must not be lost' }],
  });
});
