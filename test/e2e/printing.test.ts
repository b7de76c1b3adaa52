import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../helpers/browser.ts';
import { htmlFrame } from '../helpers/html-frame.ts';
import { codeOf, commentOn, settledTop } from '../helpers/code.ts';
import { openDocumentPage } from '../helpers/document-page.ts';
import { sessionPath } from '../helpers/paths.ts';
import { textsOfPages } from '../helpers/pdf.ts';
import { addFinding, sharedReview } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';
import { call } from '../helpers/http-call.ts';

const { reviews, browser } = await reviewsInBrowser();

const patiently = { timeout: 30_000 };

/** A new file with this many lines, and words at the end of each. */
const added = (path: string, lines: number, words = ''): string =>
  [
    `diff --git a/${path} b/${path}`,
    'new file mode 100644',
    '--- /dev/null',
    `+++ b/${path}`,
    `@@ -0,0 +1,${lines} @@`,
    ...Array.from({ length: lines }, (_, at) => `+let line${at + 1} = '${path}';${words}`),
    '',
  ].join('\n');

const openPatch = async (name: string, patch: string) => {
  await writeFile(join(reviews.folder, name), patch);
  const { url } = await reviews.open(['review', '--patch', name]);
  const watched = await openPage(browser, url);
  await watched.page.locator('diffs-container [data-line]').first().waitFor();
  return { ...watched, url };
};

/** A review of two small files, for all tests that leave it open. */
const shareSmall = sharedReview(async () => {
  await writeFile(join(reviews.folder, 'small.patch'), added('a.rs', 9) + added('b.rs', 3));
  return reviews.open(['review', '--patch', 'small.patch']);
});

/** The text in print, read while the browser prints. */
const printedText = async (page: Page, part = '.printout'): Promise<string> => {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const text = await page.locator(part).innerText();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: null });
  return text;
};

/** The text of a document in print, once the part of the page that prints what is said is there. */
const printedDocument = async (page: Page, last: string): Promise<string> => {
  let text = '';
  const read = async () => {
    text = await printedText(page, 'main');
    return text.includes(last);
  };
  await expect.poll(read, patiently).toBe(true);
  return text;
};

/** What is right of a sheet of this width in pixels. */
const cutOff = async (page: Page, width: number): Promise<string[]> => {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ media: 'print' });
  const cut = await page.evaluate(() => {
    const range = document.createRange();
    return [...document.querySelectorAll('main :is(p, td, th, pre)')]
      .filter((element) => {
        range.selectNodeContents(element);
        return range.getBoundingClientRect().right > innerWidth;
      })
      .map(({ textContent }) => textContent);
  });
  await page.emulateMedia({ media: null });
  return cut;
};

/** A row of a table, or what separates its head. */
const row = (columns: number, cell: (at: number) => string): string =>
  `| ${Array.from({ length: columns }, (_, at) => cell(at)).join(' | ')} |`;

const table = (columns: number): string =>
  [(at: number) => `Head${at}`, () => '---', (at: number) => `unbreakable${at}`]
    .map((cell) => row(columns, cell))
    .join('\n');

const shareSaid = sharedReview(async () => {
  const code = `const a = 1;\nconst wide = '${'x'.repeat(400)}';`;
  const tables = [3, 9, 25].map(table).join('\n\n');
  const text = `# Title\n\nThe first.\n\nThe second.\n\n${tables}\n\n\`\`\`ts\n${code}\n\`\`\`\n\nThe last.\n`;
  await writeFile(join(reviews.folder, 'said.md'), text);
  return reviews.open(['document', 'said.md']);
});

/** A document with all that is wide, in the review of all tests that leave it open. */
const openSaid = async (options: BrowserContextOptions = {}) => {
  const session = await shareSaid();
  const watched = await openPage(browser, session.url, options);
  await watched.page.locator('[data-block]').first().waitFor();
  return { ...watched, session };
};

/** Prints with the page's command and waits until it calls the browser. */
const printByKey = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-asked-to-print', '');
  });
  await page.keyboard.press('Control+p');
  await page.locator('body[data-asked-to-print]').waitFor();
};

describe('a printout', { timeout: 120_000 }, () => {
  it('of a change has all files, with text on each page, and does not change the page', async () => {
    const files = Array.from({ length: 10 }, (_, at) => added(`src/f${at}.rs`, 80));
    const { page, problems } = await openPatch('many.patch', files.join(''));
    await printByKey(page);
    await page.locator('.diff-view').evaluate((element) => {
      element.scrollTop = 4000;
    });
    const line = page.locator('.diff-view').getByText('line40').first();
    await line.waitFor();
    const before = await settledTop(line);
    const pages = textsOfPages(await page.pdf());
    expect(pages.length).toBeGreaterThan(6);
    expect(Math.min(...pages)).toBeGreaterThan(0);
    expect(await settledTop(line)).toBe(before);
    const text = await printedText(page);
    for (let at = 0; at < 10; at += 1) expect(text).toContain(`let line80 = 'src/f${at}.rs'`);
    await page.locator('.printout').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  it('of a change has annotations below their lines, and no buttons', async () => {
    const { url } = await shareSmall();
    const { page } = await openPage(browser, url);
    await page.locator('diffs-container [data-line]').first().waitFor();
    await addFinding(url, {
      source: 'lint',
      text: 'Why so many?',
      suggestedCode: 'none',
      scope: 'line',
      filePath: 'a.rs',
      lineStart: 7,
      lineEnd: 7,
      side: 'new',
      type: 'concern',
    });
    await (await commentOn(codeOf(page, 'a.rs'), 2)).fill('The second.');
    await page.keyboard.press('Control+Enter');
    await (await commentOn(codeOf(page, 'b.rs'), 3)).fill('Not yet a comment.');
    await addFinding(url, { source: 'lint', text: 'Add a test.', scope: 'general' });
    await codeOf(page, 'a.rs').getByText('Why so many?').waitFor();
    await page.getByRole('button', { name: /2 findings/u }).waitFor();
    const text = await printedText(page);
    expect(text).toMatch(
      /line2 =[^]*The second\.[^]*line3 =[^]*line7 =[^]*Why so many\?[^]*none[^]*line8 =/u,
    );
    expect(text).toMatch(/Not yet a comment\.[^]*Elsewhere[^]*Add a test\.\s*$/u);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    for (const control of await page.locator('button, input, textarea, label').all())
      expect(await control.isVisible()).toBe(false);
  });

  it('lists the files that are too large, and has the others', async () => {
    const { page } = await openPatch(
      'huge.patch',
      [
        added('a.rs', 600),
        // Counts as some 1,000 lines of 120 bytes.
        added('b-wide.rs', 10, ' // many words'.repeat(860)),
        // As some 18,700, for which those above leave no room; wide, as it is loaded faster than as many.
        added('c-wider.rs', 160, ' // many words'.repeat(1000)),
        added('package-lock.json', 7),
        added('last.rs', 30),
      ].join(''),
    );
    await printByKey(page);
    const text = await printedText(page);
    expect(text).toContain('The code of 2 files is not printed');
    expect(text).toContain('Not printed: 160 changed lines.');
    expect(text).toContain('Not printed: 7 changed lines.');
    expect(text).toContain("let line600 = 'a.rs'");
    expect(text).toContain("let line10 = 'b-wide.rs'");
    expect(text).not.toContain("'c-wider.rs'");
    expect(text).toContain("let line30 = 'last.rs'");
  });

  it('of a change waits for files that are not loaded yet, if the page’s command is used', async () => {
    const { url } = await shareSmall();
    const { page } = await openPage(browser, url);
    let give = () => {};
    const isGiven = new Promise<void>((resolve) => {
      give = resolve;
    });
    await page.route(`**${sessionPath('getFilePatch')}?*`, async (route) => {
      await isGiven;
      await route.continue();
    });
    await page.reload();
    await page.locator('diffs-container').first().waitFor();
    expect(await printedText(page)).toContain('Its changes were not loaded in time.');
    const asked = printByKey(page);
    await page.getByText('Preparing the printout').waitFor();
    expect(await page.locator('body[data-asked-to-print]').count()).toBe(0);
    give();
    await asked;
    expect(await printedText(page)).toContain("let line3 = 'b.rs'");
  });

  it('of a document has all that is said below its part, and all that is wide', async () => {
    const { page, session, problems } = await openSaid();
    const find = (text: string, originalText?: string) =>
      addFinding(session.url, {
        source: 'lint',
        text,
        ...(originalText === undefined ? {} : { type: 'COMMENT', originalText }),
      });
    await find('Which one?', 'second');
    await find('In a cell.', 'unbreakable7 ');
    await find('In a line.', 'a = 1');
    await find('It is gone.', 'No such phrase');
    await find('Add an end.');
    await page.getByRole('button', { name: /5 findings/u }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.type('On the whole.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Edit comment' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' So far.');
    await page.locator('main').focus();
    for (const key of ['j', 'j', 'j', 'c']) await page.keyboard.press(key);
    await page.locator('textarea:focus').fill('Not yet a comment.');
    await page.pdf();
    expect(await page.locator('textarea:focus').inputValue()).toBe('Not yet a comment.');
    const text = await printedDocument(page, 'Add an end.');
    expect(text).toMatch(
      /The first\.[^]*The second\.[^]*Which one\?[^]*Not yet a comment\.[^]*unbreakable24[^]*a = 1[^]*In a line\.[^]*const wide[^]*The last\.\s*Elsewhere/u,
    );
    expect(text).toMatch(/unbreakable8[^]*In a cell\.[^]*a = 1/u);
    expect(text).toMatch(
      /Elsewhere[^]*On the whole\. So far\.[^]*No such phrase[^]*gone\.[^]*Add an end\.\s*$/u,
    );
    for (const said of ['Which one?', 'In a cell.', 'Not yet a comment.', 'On the whole.'])
      expect(text.split(said)).toHaveLength(2);
    expect(await page.locator('.printed-thread').count()).toBe(0);
    for (const width of [700, 420]) expect(await cutOff(page, width)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('of one of many documents says what is not printed', async () => {
    await mkdir(join(reviews.folder, 'docs'));
    await writeFile(join(reviews.folder, 'docs/a.md'), '# A\n\nText of a.\n');
    await writeFile(join(reviews.folder, 'docs/b.html'), '<h1>B</h1><p>Text of b.</p>');
    const { url } = await reviews.open(['document', 'docs']);
    const find = (text: string, filePath: string) =>
      addFinding(url, { source: 'lint', type: 'COMMENT', text, originalText: 'Text of', filePath });
    await find('Why a?', 'a.md');
    await find('Why b?', 'b.html');
    const { page } = await openPage(browser, url);
    const text = await printedDocument(page, 'Why a?');
    expect(text).toMatch(
      /^\s*Only a\.md is printed\. 1 other document of this review has comments or findings\.[^]*Text of a\.[^]*Why a\?/u,
    );
    expect(text).not.toContain('Why b?');
    await page.getByRole('treeitem', { name: 'b.html' }).click();
    await htmlFrame(page);
    expect(await printedDocument(page, 'Why b?')).toMatch(
      /Only b\.html is printed\.[^]*Comments and findings[^]*Text of[^]*Why b\?\s*$/u,
    );
  });

  it('is dark on light with each theme', async () => {
    const { page, session } = await openSaid({ colorScheme: 'dark' });
    for (const theme of ['light', 'dark', 'system']) {
      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
      await call(`${session.url}${sessionPath('changeConfig')}`, {
        method: 'POST',
        body: { theme },
      });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.dataset['theme'] ?? 'system'))
        .toBe(theme);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const colours = () =>
        page.evaluate(() => [
          getComputedStyle(document.documentElement).backgroundColor,
          getComputedStyle(document.querySelector('[data-block]') ?? document.body).color,
        ]);
      await expect
        .poll(colours, { message: theme })
        .toEqual(['rgb(255, 255, 255)', 'rgb(28, 32, 36)']);
    }
  });

  it(
    'of a long document is complete, however early it is started',
    { timeout: 240_000 },
    async () => {
      const { page } = await openDocumentPage({
        reviews,
        browser,
        name: 'long.md',
        text: `# Long\n\n${Array.from({ length: 800 }, (_, at) => `Paragraph ${at + 1}.\n\n- of\n- it\n\n`).join('')}`,
      });
      const early = textsOfPages(await page.pdf());
      expect(Math.min(...early)).toBeGreaterThan(0);
      await expect.poll(() => page.getByText('Paragraph 800.').count(), patiently).toBe(1);
      const whole = textsOfPages(await page.pdf());
      const total = (pages: readonly number[]) => pages.reduce((sum, texts) => sum + texts, 0);
      expect(total(early) / total(whole)).toBeGreaterThan(0.95);
      await printByKey(page);
    },
  );
});
