import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Block } from '../../shared/placement/blocks.ts';
import type { PlanAnswer } from '../../shared/session/content.ts';
import { openPage, seriousViolations } from '../helpers/browser.ts';
import { htmlFrame } from '../helpers/html-frame.ts';
import { sessionPath } from '../helpers/paths.ts';
import { sharedReview } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

const numbered = (page: Page, line: number) => page.locator(`[data-source-line="${line}"] code`);

/** Whether a line of the source is in the viewport. */
const isInView = (page: Page, line: number) =>
  page.evaluate((number) => {
    const found = document.querySelector(`[data-source-line="${number}"]`);
    const view = document.querySelector('.source-lines')?.getBoundingClientRect();
    const { top, bottom } = found?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
    return view !== undefined && top >= view.top && bottom <= view.bottom;
  }, line);

/** The end of a text and the bounds of the visible document; code scrolls sideways. */
const boundsOf = (page: Page, text: string) =>
  page.getByText(text).evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { right } = (element.closest('pre') ?? range).getBoundingClientRect();
    return { right };
  });
const contentOf = (page: Page) =>
  page.locator('.content').evaluate((element) => ({
    right: element.getBoundingClientRect().right,
  }));

const plan = [
  '# Plan',
  'Text with `code`, see [the guide][guide] and [more](notes.md "Notes").',
  '```ts title="a.ts"\nconst a = 1;\n```',
  '[guide]: https://example.org "Guide"',
  '| a |\n|---|\n| b | c |',
  `${'> '.repeat(19)}Deep quote.`,
  `${'> '.repeat(120)}Deep down.`,
  `${'- '.repeat(9)}Deep list.`,
  `a\u202eb\u200bc`,
  '```ts\nconst e = "\u2066";\n```',
  `~~~\n${Array.from({ length: 12_000 }, (_, at) => `Line ${at + 1}.`).join('\n')}\n~~~`,
].join('\n\n');

const sharePlan = sharedReview(async () => {
  await writeFile(join(reviews.folder, 'plan.md'), plan);
  return reviews.open(['plan', 'plan.md']);
});

it('a plan shows easily hidden parts, and its source by keyboard', async () => {
  const { url } = await sharePlan();
  const { page, problems } = await openPage(browser, url);
  await page.getByText('[guide]: https://example.org "Guide"').waitFor();
  await page.getByText('“Notes”').waitFor();
  await page.getByRole('cell', { name: 'c', exact: true }).waitFor();
  await page.getByText('Deep down.').waitFor();
  await page.getByText('Deep list.').waitFor();
  // Also at the width of a phone.
  for (const width of [1280, 400]) {
    await page.setViewportSize({ width, height: 800 });
    for (const text of ['Deep down.', 'Deep quote.', 'Deep list.'])
      await expect
        .poll(async () => (await boundsOf(page, text)).right - (await contentOf(page)).right)
        .toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const caption = () =>
    page
      .locator('pre[data-info*="title"]')
      .evaluate((element) => getComputedStyle(element, '::before').content);
  await expect.poll(caption).toBe(String.raw`"ts title=\"a.ts\""`);
  // Invisible characters are spelled out, and reorder nothing.
  const spelled = page.locator('.hidden-character');
  const spelling = () =>
    spelled.evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').content));
  await expect
    .poll(spelling)
    .toEqual([String.raw`"\\u202e"`, String.raw`"\\u200b"`, String.raw`"\\u2066"`]);
  const block = page.locator('.block', { has: spelled }).first();
  const at = (letter: string) =>
    block.evaluate((element, text) => {
      const walker = document.createTreeWalker(element.querySelector('p') ?? element, 4);
      while (walker.nextNode() !== null) {
        const start = walker.currentNode.textContent?.indexOf(text) ?? -1;
        if (start < 0) continue;
        const range = document.createRange();
        range.setStart(walker.currentNode, start);
        range.setEnd(walker.currentNode, start + 1);
        return range.getBoundingClientRect().x;
      }
      return Number.NaN;
    }, letter);
  const [a, b, c] = [await at('a'), await at('b'), await at('c')];
  expect([a, b, c]).toEqual([a, b, c].toSorted((one, other) => one - other));
  await page.keyboard.press('Shift+S');
  const dialog = page.getByRole('dialog', { name: 'Source' });
  await numbered(page, 5).getByText('title="a.ts"').waitFor();
  const odd = plan.split('\n').findIndex((line) => line.includes('\u202e')) + 1;
  await expect.poll(() => numbered(page, odd).textContent()).toBe(String.raw`a\u202eb\u200bc`);
  // Only what is in the viewport is rendered.
  await expect.poll(() => page.locator('[data-source-line]').count()).toBeLessThan(200);
  await page.getByRole('group', { name: 'Source of ' }).press('End');
  await numbered(page, plan.split('\n').length - 1)
    .getByText('Line 12000.')
    .waitFor();
  await page.keyboard.press('Shift+S');
  await dialog.waitFor({ state: 'hidden' });
  // Highlighting leaves them.
  expect(await spelled.count()).toBe(3);
  expect(problems).toEqual([]);
});

/** Opens a page whose server reports unshown lines for the block with a text. */
const openUnshown = async (
  url: string,
  text: string,
  unshownLines: NonNullable<Block['unshownLines']>,
) => {
  const addLines = async (route: Route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as PlanAnswer;
    const blocks = answer.blocks.map((block) =>
      block.text === text ? { ...block, unshownLines } : block,
    );
    await route.fulfill({ response, json: { ...answer, blocks } });
  };
  return openPage(browser, url, {
    prepare: (page) => page.route(`**${sessionPath('getPlan')}`, addLines),
  });
};

it('a plan says how many lines are not shown, and shows them on request', async () => {
  const { url } = await sharePlan();
  const { page } = await openUnshown(url, 'Plan', [
    [9000, 9001],
    [9005, 9005],
  ]);
  await page.getByText('3 lines are not shown.').waitFor();
  await page.getByRole('button', { name: 'Show source' }).click();
  await expect.poll(() => isInView(page, 9000)).toBe(true);
  await expect.poll(() => page.locator('[data-is-unshown="true"]').count()).toBe(3);
});

it('an HTML document counts the lines that are not shown', async () => {
  const html = '<!doctype html>\n<h1>First</h1>\n<script>\nhidden();\n</script>\n<p>Text.</p>\n';
  await writeFile(join(reviews.folder, 'a.html'), html);
  const { session } = await reviews.openAwaited(['document', 'a.html']);
  const { page } = await openPage(browser, session.url);
  await htmlFrame(page);
  await page.keyboard.press('Shift+P');
  await page.getByText('1 line is not shown.').waitFor();
  await page.keyboard.press('Shift+S');
  await numbered(page, 4).getByText('hidden();').waitFor();
  await expect
    .poll(() => page.locator('[data-is-unshown="true"]').getAttribute('data-source-line'))
    .toBe('4');
});

it('each document of a folder has its source', async () => {
  await mkdir(join(reviews.folder, 'pages'));
  await writeFile(join(reviews.folder, 'pages', 'a.md'), '# First\n\n**Text**\n');
  await writeFile(join(reviews.folder, 'pages', 'b.md'), '# Second\n\n*Words*\n');
  const { session } = await reviews.openAwaited(['document', 'pages']);
  const { page, problems } = await openUnshown(session.url, 'Text', [[3, 3]]);
  await page.getByText('1 line is not shown.').waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show source' }).click();
  await numbered(page, 3).getByText('**Text**').waitFor();
  await expect
    .poll(() => page.locator('[data-is-unshown="true"]').getAttribute('data-source-line'))
    .toBe('3');
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'File' }).selectOption('b.md');
  await numbered(page, 3).getByText('*Words*').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // The file of the focused block.
  await page.getByText('Words', { exact: true }).click();
  await page.locator('.block', { hasText: 'Words' }).focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').locator('input:focus').waitFor();
  await page.keyboard.type('source of the document');
  await page.locator('[data-highlighted]', { hasText: 'source of the document' }).waitFor();
  await page.keyboard.press('Enter');
  await numbered(page, 1).getByText('# Second').waitFor();
  expect(problems).toEqual([]);
});
