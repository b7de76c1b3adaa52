import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage } from '../helpers/browser.ts';
import {
  chooseOfFile,
  codeLine,
  codeOf,
  dragOver,
  lineNumber,
  selectText,
  settledTop,
} from '../helpers/code.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { Repository } from '../helpers/repository.ts';
import { sharedReview } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

/** In a language whose grammar is small, since many pages highlight it. */
const numbered = (word: string) =>
  Array.from({ length: 120 }, (_, at) => `${word}${at + 1} = ${at + 1}\n`).join('');

let repository: Repository;
const { reviews, browser } = await reviewsInBrowser();

beforeAll(() => {
  repository = new Repository();
  for (const name of ['a', 'b']) repository.write(`src/${name}.toml`, numbered(name));
  repository.commit('first');
  for (const name of ['a', 'b'])
    repository.write(
      `src/${name}.toml`,
      numbered(name).replace(`${name}60 = 60\n`, `${name}60 = 'sixty'\n# One more.\n`),
    );
});
afterAll(() => repository.remove());

const comment = (side: 'old' | 'new', line: number) => ({
  id: `${side}-${line}`,
  scope: 'line',
  filePath: 'src/a.toml',
  side,
  lineStart: line,
  lineEnd: line,
  kind: 'must',
  text: `On ${side} ${line}.`,
});

/** The slot of the library's markup around a comment: the place of its line. */
const slotOf = (code: Locator, text: string): Promise<string | null | undefined> =>
  code.getByText(text).evaluate((element) => element.closest('[slot]')?.getAttribute('slot'));

const share = sharedReview(() => reviews.open(['review'], repository.path));

describe('comments on lines outside of the patch', () => {
  it('are at their lines after loading, and at the file when only its changes are shown', async () => {
    const { url } = await share();
    const comments = [comment('new', 45), comment('old', 100)];
    await call(`${url}${sessionPath('saveDraft')}`, {
      method: 'PUT',
      body: { generation: 1, comments },
    });
    const { page, problems } = await openPage(browser, url, {
      viewport: { width: 1280, height: 2400 },
    });
    page.setDefaultTimeout(30_000);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes(sessionPath('getDiffLines'))) asked.push(request.url());
    });
    const code = codeOf(page, 'a.toml');
    const stand = async () => {
      await expect.poll(() => slotOf(code, 'On new 45.')).toBe('annotation-additions-45');
      await expect.poll(() => slotOf(code, 'On old 100.')).toBe('annotation-deletions-100');
    };
    await stand();
    asked.length = 0;
    await page.reload();
    await stand();
    await expect.poll(() => asked).toHaveLength(2);
    expect(await lineNumber(code, 30).count()).toBe(0);
    expect(await lineNumber(codeOf(page, 'b.toml'), 45).count()).toBe(0);
    await chooseOfFile(code, 'Show only the changes');
    await expect.poll(() => slotOf(code, 'On new 45.')).toBe('annotation-additions-0');
    // The reader has made a choice, which new comments do not change.
    await call(`${url}${sessionPath('saveDraft')}`, {
      method: 'PUT',
      body: { generation: 2, comments: [...comments, comment('new', 47)] },
    });
    await code.getByText('On new 47.').waitFor();
    await expect.poll(() => slotOf(code, 'On new 47.')).toBe('annotation-additions-0');
    expect(asked).toHaveLength(2);
    expect(problems).toEqual([]);
  });
});

describe('a range of lines', () => {
  const open = async (height = 800) => {
    const { url } = await share();
    const viewport = { width: 1280, height };
    const { page, problems } = await openPage(browser, url, { viewport });
    const code = codeOf(page, 'b.toml');
    await page.getByText('sixty').first().waitFor();
    const field = code.getByRole('textbox', { name: 'Comment', exact: true });
    return { page, problems, code, field };
  };
  const marked = (code: Locator): Promise<string[]> =>
    code
      .locator('[data-column-number][data-marked]')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-column-number') ?? ''));

  it('is commented on by selecting text with the mouse and pressing c, in either view and on either side', async () => {
    const { page, problems, code, field } = await open();
    // Rows are redrawn once highlighted, which clears the selection.
    await code.locator('[data-line] span[style]').first().waitFor();
    await selectText(codeLine(code, 61), codeLine(code, 63));
    await page.keyboard.press('c');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('Why three?');
    await code.getByText('lines 61–63', { exact: true }).waitFor();
    await expect.poll(() => marked(code)).toEqual(['61', '62', '63']);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => slotOf(code, 'Why three?')).toBe('annotation-additions-63');
    await code.getByRole('article').getByText('lines 61–63', { exact: true }).waitFor();
    await expect.poll(() => marked(code)).toEqual([]);
    // Reopening it marks all of its lines again.
    await code.getByRole('button', { name: 'Edit comment' }).click();
    await field.waitFor();
    await code.getByText('lines 61–63', { exact: true }).waitFor();
    await expect.poll(() => marked(code)).toEqual(['61', '62', '63']);
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Changed files' }).focus();
    await page.keyboard.press('s');
    await code.locator('[data-deletions]').first().waitFor();
    await selectText(codeLine(code, 60, 'old'), codeLine(code, 62, 'old'));
    await page.keyboard.press('c');
    await page.locator('textarea:focus').waitFor();
    await code.getByText('lines 60–62, before', { exact: true }).waitFor();
    await page.keyboard.type('These were fine.');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => slotOf(code, 'These were fine.')).toBe('annotation-deletions-62');
    expect(problems).toEqual([]);
  });

  it('stays marked while its editor is open after a drag over the numbers', async () => {
    const { page, code, field } = await open();
    await dragOver(code, [58, 60]);
    await field.waitFor();
    await code.getByText('lines 58–60', { exact: true }).waitFor();
    await codeLine(code, 62).hover();
    await expect.poll(() => marked(code)).toEqual(['58', '59', '60']);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await expect.poll(() => marked(code)).toEqual([]);
  });

  it('is made with the keyboard alone on a fresh page', async () => {
    const { page, code } = await open(240);
    const scrolled = () => page.locator('.diff-view').evaluate(({ scrollTop }) => scrollTop);
    await page.keyboard.press('Space');
    await expect.poll(scrolled).toBeGreaterThan(0);
    await page.keyboard.press('End');
    await lineNumber(code, 63).waitFor();
    await settledTop(page.getByText('Show more below').last());
    await page.keyboard.press('Home');
    await expect.poll(scrolled).toBe(0);
    await page.locator('.top-bar button').last().focus();
    await page.keyboard.press(']');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('textarea:focus').waitFor();
    await code.getByText('lines 61–63', { exact: true }).waitFor();
  });
});
