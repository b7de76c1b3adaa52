import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage } from '../helpers/browser.ts';
import { codeOf, lineNumber } from '../helpers/code.ts';
import { call } from '../helpers/http-call.ts';
import { Repository } from '../helpers/repository.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const numbered = (word: string) =>
  Array.from({ length: 120 }, (_, at) => `export const ${word}${at + 1} = ${at + 1};\n`).join('');

let repository: Repository;
const { reviews, browser } = await reviewsInBrowser();

beforeAll(() => {
  repository = new Repository();
  for (const name of ['a', 'b']) repository.write(`src/${name}.ts`, numbered(name));
  repository.commit('first');
  for (const name of ['a', 'b'])
    repository.write(
      `src/${name}.ts`,
      numbered(name).replace(`${name}60 = 60;\n`, `${name}60 = 'sixty';\n// One more.\n`),
    );
});
afterAll(() => repository.remove());

const comment = (side: 'old' | 'new', line: number) => ({
  id: `${side}-${line}`,
  scope: 'line',
  filePath: 'src/a.ts',
  side,
  lineStart: line,
  lineEnd: line,
  type: 'comment',
  text: `On ${side} ${line}.`,
});

/** The slot of the library's markup that a comment stands in: the place of its line. */
const slotOf = (code: Locator, text: string): Promise<string | null | undefined> =>
  code.getByText(text).evaluate((element) => element.closest('[slot]')?.getAttribute('slot'));

describe('comments on lines outside of the patch', { timeout: 90_000 }, () => {
  it('stand at their lines when the page is loaded, and at the file once its changes alone are shown', async () => {
    const { url } = await reviews.open(['review'], repository.path);
    const comments = [comment('new', 45), comment('old', 100)];
    await call(`${url}/api/draft`, { method: 'PUT', body: { generation: 1, comments } });
    const { page, problems } = await openPage(browser, url, {
      viewport: { width: 1280, height: 2400 },
    });
    page.setDefaultTimeout(30_000);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/diff/lines')) asked.push(request.url());
    });
    const code = codeOf(page, 'a.ts');
    const stand = async () => {
      await expect.poll(() => slotOf(code, 'On new 45.')).toBe('annotation-additions-45');
      await expect.poll(() => slotOf(code, 'On old 100.')).toBe('annotation-deletions-100');
    };
    await stand();
    asked.length = 0;
    await page.reload();
    await stand();
    expect(asked).toHaveLength(2);
    expect(await lineNumber(code, 30).count()).toBe(0);
    expect(await lineNumber(codeOf(page, 'b.ts'), 45).count()).toBe(0);
    await code.getByRole('button', { name: /Show the changes alone/u }).click();
    await expect.poll(() => slotOf(code, 'On new 45.')).toBe('annotation-additions-0');
    // The reader has chosen: what is said next changes nothing of that.
    await call(`${url}/api/draft`, {
      method: 'PUT',
      body: { generation: 2, comments: [...comments, comment('new', 47)] },
    });
    await code.getByText('On new 47.').waitFor();
    expect(await slotOf(code, 'On new 47.')).toBe('annotation-additions-0');
    expect(asked).toHaveLength(2);
    expect(problems).toEqual([]);
  });
});
