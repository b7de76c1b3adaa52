import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { allViolations, openPage, partsForTheEnd } from '../helpers/browser.ts';
import { decide, openDecision } from '../helpers/decide.ts';
import { openDocumentPage } from '../helpers/document-page.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

const dialogOf = (page: Page) => page.getByRole('dialog');
const editorOf = (page: Page) => dialogOf(page).getByRole('textbox', { name: /^Text of/u });
const button = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true });

/** Opens the editor by its key. */
const edit = async (page: Page): Promise<void> => {
  await page.keyboard.press('i');
  await editorOf(page).and(page.locator(':focus')).waitFor();
};

/** Replaces the whole text, and waits until it is kept. */
const write = async (page: Page, url: string, text: string): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
  await expect.poll(async () => textsIn(await draftOf(url))).toContain(text);
};

/** Types without a pause until that is done. */
const typeUntil = async (page: Page, isDone: () => Promise<void>): Promise<void> => {
  const done = new AbortController();
  const type = async (): Promise<void> => {
    while (!done.signal.aborted) await page.keyboard.press('x');
  };
  await Promise.all([type(), isDone().finally(() => done.abort())]);
};

interface Draft {
  readonly draft: { readonly edits?: readonly { readonly text: string }[] } | null;
}
const draftOf = async (url: string): Promise<Draft> =>
  (await call(`${url}${sessionPath('getDraft', { query: { version: '2' } })}`)).json as Draft;
const textsIn = ({ draft }: Draft) => draft?.edits?.map(({ text }) => text) ?? [];

const shows = (page: Page, text: string): Promise<void> =>
  page.locator('[data-block]', { hasText: text }).waitFor();

it('a document is edited, previewed, kept over a reload, merged, and saved', async () => {
  const { page, session, problems } = await openDocumentPage({
    reviews,
    browser,
    name: 'edited.md',
    text: '# One\r\n\r\nFirst words.\r\n\r\nLast words.\r\n',
  });
  const path = join(reviews.folder, 'edited.md');
  /** The scripts of the page that have CodeMirror in them. */
  const editors = async () => {
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    const scripts = loaded.filter((name) => name.endsWith('.js'));
    expect(scripts).not.toEqual([]);
    const texts = await Promise.all(scripts.map(async (name) => (await call(name)).text));
    return texts.filter((text) => text.includes('cm-content')).length;
  };
  await partsForTheEnd(page);
  expect(await editors()).toBe(0);
  await edit(page);
  await expect.poll(editors).toBeGreaterThan(0);
  await typeUntil(page, () =>
    expect.poll(async () => textsIn(await draftOf(session.url)).length).toBe(1),
  );
  await write(page, session.url, '# Mine\n\nMy words.\n\nLast **words**.\n');
  await page.keyboard.press('ControlOrMeta+f');
  await dialogOf(page).getByRole('textbox', { name: 'Find' }).and(page.locator(':focus')).waitFor();
  expect(await allViolations(page)).toEqual([]);
  // Closes the search, not the editor.
  await page.keyboard.press('Escape');
  await editorOf(page).and(page.locator(':focus')).waitFor();
  await button(page, 'Preview').click();
  await dialogOf(page).locator('strong', { hasText: 'words' }).waitFor();
  // As wide as the document.
  await expect
    .poll(async () => (await dialogOf(page).locator('.markdown').first().boundingBox())?.width)
    .toBeGreaterThan(500);
  expect(await allViolations(page)).toEqual([]);

  await page.reload();
  await shows(page, 'First words.');
  await edit(page);
  await editorOf(page).getByText('My words.').waitFor();
  await button(page, 'Discard edit').click();
  await editorOf(page).getByText('First words.').waitFor();
  await button(page, 'Restore edit').click();
  await editorOf(page).getByText('My words.').waitFor();

  // Somebody else changes the file: where both have, the reviewer chooses.
  const theirs = '# Two\r\n\r\nTheir words.\r\n\r\nLast words.\r\n';
  await writeFile(path, theirs);
  await editorOf(page).focus();
  await page.keyboard.press('ControlOrMeta+s');
  await dialogOf(page).getByText('Both change the same lines in 2 places.').waitFor();
  expect(await readFile(path, 'utf8')).toBe(theirs);
  expect(await allViolations(page)).toEqual([]);
  const isRefused = () => button(page, 'Use merged text').isDisabled();
  await expect.poll(isRefused).toBe(true);
  const conflict = (name: string) => dialogOf(page).getByRole('group', { name });
  await conflict('1 of 2').getByLabel('Keep mine').check();
  await expect.poll(isRefused).toBe(true);
  await conflict('2 of 2').getByLabel('Keep both').check();
  await button(page, 'Use merged text').click();
  await editorOf(page).getByText('Their words.').waitFor();
  await button(page, 'Save to file').click();
  await dialogOf(page).waitFor({ state: 'detached' });
  expect(await readFile(path, 'utf8')).toBe(
    '# Mine\r\n\r\nTheir words.\r\nMy words.\r\n\r\nLast **words**.\r\n',
  );
  await shows(page, 'Their words. My words.');
  await expect.poll(async () => textsIn(await draftOf(session.url))).toEqual([]);
  // The one conflict.
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([]);
});

it('a plan is approved as edited, and two windows do not overwrite each other', async () => {
  await writeFile(join(reviews.folder, 'plan.md'), '# A plan\n\nDo it once.\n');
  const { session, ended } = await reviews.openAwaited(['plan', 'plan.md']);
  const { page } = await openPage(browser, session.url);
  await shows(page, 'Do it once.');
  await edit(page);
  await write(page, session.url, '# A plan\n\nDo it twice.\n');
  const { page: other } = await openPage(browser, session.url);
  await shows(other, 'Do it once.');
  await edit(other);
  await editorOf(other).getByText('Do it twice.').waitFor();
  await write(other, session.url, '# A plan\n\nDo it thrice.\n');
  await button(other, 'Close').click();
  await editorOf(page).getByText('Do it thrice.').waitFor();
  await button(page, 'Close').click();
  const popover = await openDecision(page);
  await popover.getByText('1 unsaved edit, as a diff').waitFor();
  await page.keyboard.press('Escape');
  await decide(page, { verdict: 'Approve' });
  const { outcome, edits, markdown } = JSON.parse((await ended).output) as Record<string, unknown>;
  expect({ outcome, edits }).toMatchObject({
    outcome: 'approved',
    edits: [{ path: 'plan.md', isSaved: false, text: '# A plan\n\nDo it thrice.\n' }],
  });
  expect(markdown).toContain('-Do it once.\n+Do it thrice.\n');
  expect(await readFile(join(reviews.folder, 'plan.md'), 'utf8')).toContain('Do it once.');
});
