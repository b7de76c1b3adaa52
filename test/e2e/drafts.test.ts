import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openPage } from '../helpers/browser.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

const blockOf = (page: Page, text: string) => page.locator('.block', { hasText: text });

const write = async (page: Page, text: string, words: string): Promise<void> => {
  const block = blockOf(page, text);
  await block.hover();
  await block.getByRole('button', { name: 'Comment on this block' }).click();
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type(words);
};

const comment = async (page: Page, text: string, words: string): Promise<void> => {
  await write(page, text, words);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('article').getByText(words).waitFor();
};

it('a draft is found again by the key, and each comment where its text is now', async () => {
  const file = join(reviews.folder, 'draft.md');
  const open = () => reviews.open(['plan', 'draft.md', '--key', 'a draft that comes back']);
  await writeFile(
    file,
    '# Plan\n\nThe reader is switched first.\n\nThe parser is moved out of the server.\n\nThe old table is dropped.\n\nThen all of it is tested.\n',
  );
  const first = await open();
  const { page } = await openPage(browser, first.url);
  await comment(page, 'The reader is switched first.', 'Why first?');
  await comment(page, 'The parser is moved', 'By whom?');
  await comment(page, 'The old table is dropped.', 'And its data?');
  await write(page, 'Then all of it is tested.', 'Half a sent');
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  await reviews.close(first);
  await page.close();

  await writeFile(
    file,
    '# Plan\n\nA new paragraph.\n\nThen all of it is tested.\n\nThe parser is moved off the server.\n\nThe reader is switched first.\n',
  );
  const again = await open();
  const { page: later, problems } = await openPage(browser, again.url);
  await blockOf(later, 'The reader is switched first.').getByText('Why first?').waitFor();
  const moved = blockOf(later, 'The parser is moved off the server.').getByRole('article');
  await moved.getByText('By whom?').waitFor();
  await moved.getByText('Changed since').waitFor();
  const editor = blockOf(later, 'Then all of it is tested.').getByRole('textbox');
  await expect.poll(() => editor.inputValue()).toBe('Half a sent');
  await later.getByRole('button', { name: '4 comments' }).click();
  const lost = later
    .getByRole('group', { name: 'Your comments' })
    .getByRole('article')
    .filter({ hasText: 'And its data?' });
  await lost.getByText('The old table is dropped.').waitFor();
  await lost.getByText('Its phrase was not found in the text.').waitFor();

  // As it is shown, it is also kept and sent.
  await expect
    .poll(async () => (await call(`${again.url}${sessionPath('getDraft')}`)).json)
    .toMatchObject({
      draft: {
        comments: [
          { text: 'Why first?', startLine: 9 },
          { text: 'By whom?', startLine: 7, foundText: 'The parser is moved off the server.' },
          {
            text: 'And its data?',
            startLine: 7,
            originalText: 'The old table is dropped.',
            isOutdated: true,
          },
        ],
      },
    });
  expect(problems).toEqual([]);
  await reviews.close(again);
});
