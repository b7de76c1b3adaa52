import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { sessionPath } from '../helpers/paths.ts';
import { allViolations, openPage } from '../helpers/browser.ts';
import { call } from '../helpers/http-call.ts';
import { Repository } from '../helpers/repository.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `export const line${at + 1} = ${at + 1};\n`).join('');

const plan = `# Move the parser

The parser in src/parser.ts:200 moves, see \`src/parser.ts#L300-L302\` and **docs/design.md**,
but neither \`src/gone.ts\` nor ../outside.md nor .env.

- The author links [the design](docs/design.md#the-limits), [lines](src/parser.ts#L5) and [nothing](docs/gone.md).
- [Outside](../outside.md), [a program](image.bin) and [the web](https://example.org/src/parser.ts)

\`\`\`ts
import './src/parser.ts';
\`\`\`
`;

const design = `# Design

See [the parser](../src/parser.ts#L7) and \`docs/plan.md\`, [below](#the-limits).

<script>window.hit = 1</script><img src="https://example.org/a.png" onerror="window.hit = 2">

${'Words.\n\n'.repeat(60)}
## The limits

At most ten.
`;

let repository: Repository;
const { reviews, browser } = await reviewsInBrowser();
beforeAll(() => {
  repository = new Repository();
  const files = {
    '.env': 'KEY=1\n',
    'src/parser.ts': lines(400),
    'plan.md': plan,
    'docs/plan.md': plan.replaceAll('docs/', '').replaceAll('](src', '](../src'),
    'docs/design.md': design,
    'image.bin': Buffer.from([0, 1]),
  };
  for (const [name, content] of Object.entries(files)) repository.write(name, content);
  repository.commit('first');
});
afterAll(() => repository.remove());

const paneOf = (page: Page) => page.locator('.file-pane');

/** The lines that are marked, if the first of them is in view. */
const meantLines = (page: Page) =>
  paneOf(page).evaluate((pane) => {
    const marked = [...pane.querySelectorAll<HTMLElement>('[data-is-meant="true"]')];
    const view = pane.getBoundingClientRect();
    const top = marked[0]?.getBoundingClientRect().top ?? Infinity;
    if (top < view.top || top > view.bottom) return [];
    return marked.map(({ dataset }) => dataset['sourceLine']);
  });

/** How often the page has asked which references lead to files. */
const checks = (page: Page): Promise<number> =>
  page.evaluate(
    (path) =>
      performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname === path)
        .length,
    sessionPath('checkLinks'),
  );

const named = (page: Page) => page.locator('.document a.reference');

it(
  'of a plan open files of the project beside it, at their lines',
  { timeout: 240_000 },
  async () => {
    const { url } = await reviews.open(['plan', 'plan.md'], repository.path);
    const originalText = 'see src/parser.ts#L300-L302 and docs';
    const finding = { source: 'lint', type: 'COMMENT', text: 'Where to?', originalText };
    await call(`${url}${sessionPath('addAnnotations')}`, { method: 'POST', body: finding });
    const { page, problems } = await openPage(browser, url);
    await expect
      .poll(() => named(page).allInnerTexts())
      .toEqual(['src/parser.ts:200', 'src/parser.ts#L300-L302', 'docs/design.md']);
    await expect.poll(() => checks(page)).toBe(1);
    // What is said on such words stays marked.
    const marked = () =>
      page.evaluate(() => [...(CSS.highlights.get('finding') ?? [])].map(String));
    await expect.poll(marked).toEqual([originalText]);
    const lost = page.locator('.document li').getByText('nothing', { exact: true });
    await expect
      .poll(() => lost.getAttribute('title'))
      .toBe('There is no such file in the project: docs/gone.md');
    expect(await lost.getAttribute('href')).toBeNull();
    const pane = paneOf(page);

    // A word, by mouse: code in colours, at its line.
    await named(page).first().click();
    await pane.getByText('Line 200', { exact: true }).waitFor();
    await expect.poll(() => meantLines(page)).toEqual(['200']);
    await pane.locator('[data-source-line="200"] span[style*="color"]').first().waitFor();
    expect(await allViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => pane.count()).toBe(0);
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe('src/parser.ts:200');

    // The next one of the block, by key: a range.
    await page.keyboard.press('f');
    await pane.getByText('Lines 300–302', { exact: true }).waitFor();
    await expect.poll(() => meantLines(page)).toEqual(['300', '301', '302']);
    // Keys scroll it.
    const top = () => pane.locator('.source-lines').evaluate((element) => element.scrollTop);
    const before = await top();
    await page.keyboard.press('PageDown');
    await expect.poll(top).toBeGreaterThan(before);

    // A document, rendered as safely as the plan, with links of its own, and a way back.
    await page.locator('.document').getByText('the design', { exact: true }).click();
    const limits = pane.locator('[data-is-meant="true"]');
    await limits.getByRole('heading', { name: 'The limits' }).waitFor();
    await pane.getByText('<script>window.hit = 1</script>').waitFor({ state: 'attached' });
    await expect.poll(() => pane.locator('a.reference').allInnerTexts()).toEqual(['docs/plan.md']);
    await expect.poll(() => checks(page)).toBe(2);
    await pane.getByText('the parser', { exact: true }).click();
    await pane.getByText('Line 7', { exact: true }).waitFor();
    await expect.poll(() => meantLines(page)).toEqual(['7']);
    await pane.getByRole('button', { name: 'Back' }).click();
    await limits.getByRole('heading', { name: 'The limits' }).waitFor();
    expect(await allViolations(page)).toEqual([]);
    expect(await page.evaluate(() => 'hit' in window)).toBe(false);
    await pane.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => pane.count()).toBe(0);

    await page.locator('.document').getByText('a program', { exact: true }).click();
    await pane.getByText('This file is binary.').waitFor();
    await page.keyboard.press('Escape');
    // Once for the plan, and once for the document each time that it was opened.
    await expect.poll(() => checks(page)).toBe(3);
    expect(problems).toEqual([]);
  },
);

it(
  'of documents switch between them, with a way back, and open everything else beside',
  { timeout: 240_000 },
  async () => {
    // Too much for one page.
    repository.write('docs/words.txt', 'Words.\n'.repeat(160_000));
    repository.write(
      'docs/README.md',
      `# Start\n\n${'Words.\n\n'.repeat(200)}See [the design](design.md).\n`,
    );
    const { url } = await reviews.open(['document', 'docs'], repository.path);
    const { page, problems } = await openPage(browser, url);
    const text = page.locator('.document');
    // Another document of the review is shown as itself.
    await text.getByText('the design', { exact: true }).click();
    await text.getByText('the parser', { exact: true }).waitFor();
    expect(await paneOf(page).count()).toBe(0);
    await page.goBack();
    const link = text.getByText('the design', { exact: true });
    await expect.poll(() => link.isVisible()).toBe(true);
    const focusedText = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focusedText).toContain('See the design');
    await expect.poll(async () => (await link.boundingBox())?.y ?? Infinity).toBeLessThan(800);
    await page.goForward();
    await expect.poll(() => named(page).allInnerTexts()).toEqual(['docs/plan.md']);

    await text.getByText('the parser', { exact: true }).click();
    await expect.poll(() => meantLines(page)).toEqual(['7']);
    expect(problems).toEqual([]);
  },
);
