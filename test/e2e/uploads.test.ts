import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { allViolations } from '../helpers/browser.ts';
import { sendNow, submitReview } from '../helpers/decide.ts';
import { openDocumentPage } from '../helpers/document-page.ts';
import { png } from '../helpers/images.ts';
import { sessionPath } from '../helpers/paths.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

/** Gives the page's focused editor a file, as the system does on paste and drop. */
const give = (page: Page, how: 'paste' | 'drop', name: string, bytes: Buffer): Promise<boolean> =>
  page.locator('.comment-editor textarea').evaluate(
    (field, file) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(file.bytes);
      data.items.add(new File([content], file.name, { type: 'image/png' }));
      const event =
        file.how === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
      return !field.dispatchEvent(event);
    },
    { how, name, bytes: [...bytes] },
  );

it(
  'images are pasted, dropped and chosen, described, kept over a reload, and reach the agent',
  { timeout: 60_000 },
  async () => {
    const { page, problems, ended } = await openDocumentPage({
      reviews,
      browser,
      name: 'pictures.md',
      text: '# Pictures\n\nThe menu opens at the left.\n',
    });
    await page.keyboard.press('g');
    const editor = page.locator('.comment-editor');
    const images = editor.locator('.attachment img');
    await editor.getByRole('button', { name: 'Attach image' }).waitFor();
    expect(await give(page, 'paste', 'image.png', png(30, 20))).toBe(true);
    await expect.poll(() => images.count()).toBe(1);
    expect(await give(page, 'drop', 'menu.png', png(40, 20))).toBe(true);
    await expect.poll(() => images.count()).toBe(2);
    const chooser = editor.locator('input[type=file]');
    await chooser.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('x') });
    await editor.getByRole('alert').getByText('This is not a PNG, JPEG, GIF or WebP').waitFor();
    await chooser.setInputFiles({ name: 'c.png', mimeType: 'image/png', buffer: png(8, 8) });
    await expect.poll(() => images.count()).toBe(3);
    await editor.getByRole('button', { name: 'Remove image 3' }).click();
    await expect.poll(() => images.count()).toBe(2);
    await editor.getByLabel('Description of image 1').fill('The menu at the right');
    await expect.poll(() => images.first().getAttribute('alt')).toBe('The menu at the right');
    const isLoaded = () =>
      images.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));
    await expect.poll(isLoaded).toEqual([30, 40]);
    expect(await allViolations(page)).toEqual([]);

    const saved = page.waitForResponse(
      (response) =>
        response.url().endsWith(sessionPath('saveDraft')) &&
        (response.request().postData() ?? '').includes('The menu at the right'),
    );
    await editor.getByRole('button', { name: 'Add comment' }).click();
    await saved;
    await page.reload();
    const card = page.locator('.comment-card');
    await page.getByRole('button', { name: '1 comment', exact: true }).click();
    await card.getByRole('img', { name: 'The menu at the right' }).waitFor();
    await card.getByRole('img', { name: 'menu.png' }).waitFor();
    const opened = page.context().waitForEvent('page');
    await card.locator('a').first().click();
    const full = await opened;
    await full.waitForLoadState();
    expect(await full.locator('img').evaluate((one) => (one as HTMLImageElement).width)).toBe(30);
    await full.close();

    await submitReview(page);
    await sendNow(page);
    const { markdown } = JSON.parse((await ended).output) as { markdown: string };
    const paths = [...markdown.matchAll(/Attached image \(\d+ × 20, .*\): `(\/.*\.png)`/gu)];
    expect(paths).toHaveLength(2);
    for (const [, path = ''] of paths) expect(existsSync(path)).toBe(true);
    expect(problems.filter((one) => !one.includes('422'))).toEqual([]);
  },
);
