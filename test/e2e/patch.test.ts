import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPage, seriousViolations } from '../helpers/browser.ts';
import { codeOf } from '../helpers/code.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

const openPatch = async (name: string, patch: string) => {
  await writeFile(join(reviews.folder, name), patch);
  const { url } = await reviews.open(['review', '--patch', name]);
  const { page } = await openPage(browser, url);
  await page.locator('diffs-container [data-line]').first().waitFor();
  return page;
};

const hidden = '--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n a\n# comment\n+evil\n b\n';

test('the page says which lines of a patch it does not show, and which hunk is wrong', async () => {
  const page = await openPatch('hidden.diff', `${hidden}--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n`);
  await page
    .getByRole('note')
    .getByText(/^Lines 5–7 of the patch are not shown/u)
    .waitFor();
  const notice = /^The hunk at line 3 of the patch does not match its header/u;
  await codeOf(page, 'x').getByText(notice).waitFor();
  await codeOf(page, 'y').locator('[data-line]').first().waitFor();
  expect(await codeOf(page, 'y').getByText(notice).count()).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.getByRole('note').isVisible()).toBe(true);
});

test('of a patch that is shown as a whole it says nothing', async () => {
  const page = await openPatch(
    'whole.diff',
    'From 0123 x\n\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n',
  );
  expect(await page.getByRole('note').count()).toBe(0);
});
