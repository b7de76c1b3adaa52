import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../shared/session/decision.ts';
import { decide, openDecision, reviewButton, submitReview } from '../helpers/decide.ts';
import {
  colourViolations,
  emulateMedia,
  openPage,
  partsForTheEnd,
  seriousViolations,
} from '../helpers/browser.ts';
import { settledTop } from '../helpers/code.ts';
import { openDocumentPage } from '../helpers/document-page.ts';
import { wordsByFile } from '../helpers/kept-words.ts';
import { addFinding } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

const openDocument = (name: string, text: string, options: BrowserContextOptions = {}) =>
  openDocumentPage({ reviews, browser, name, text, options });

const openedAwaited = async (name: string, text: string) => {
  await writeFile(join(reviews.folder, name), text);
  return reviews.openAwaited(['document', name]);
};

/** What of an element's text is cut off, in pixels. */
const hiddenPart = (element: Element): number[] => [
  element.scrollWidth - element.clientWidth,
  element.scrollHeight - element.clientHeight,
];

describe('a document', () => {
  it('gets feedback on a block, along with the findings', async () => {
    const text = '# Guide\n\nFirst paragraph.\n\nSecond paragraph.\n';
    await writeFile(join(reviews.folder, 'guide.md'), text);
    const { session, ended } = await reviews.review(['document', 'guide.md']);
    const { page, problems } = await openPage(browser, session.url);
    await addFinding(session.url, { source: 'vale', text: 'Too short.' });
    await addFinding(session.url, {
      source: 'vale',
      type: 'COMMENT',
      originalText: 'not there',
      text: 'Lost its place.',
    });
    await page.getByRole('button', { name: '2 findings', exact: true }).click();
    await page.getByText('Lost its place.').click();
    await page.getByText('Its phrase was not found in the text.').waitFor();
    await page.getByText('Second paragraph.').hover();
    await page
      .locator('.block', { hasText: 'Second paragraph.' })
      .getByRole('button', { name: 'Comment on this block' })
      .click();
    await page.getByRole('textbox', { name: 'Comment' }).fill('Say more.');
    await decide(page);
    await page.getByRole('heading', { name: 'Feedback sent' }).waitFor();
    const { code, output } = await ended;
    expect(code).toBe(10);
    const decision = JSON.parse(output) as Decision;
    expect(decision).toMatchObject({
      outcome: 'feedback',
      comments: [{ originalText: 'Second paragraph.', text: 'Say more.', startLine: 5 }],
    });
    expect(decision.markdown).toContain('Lost its place.');
    expect(problems).toEqual([]);
  });

  it('shows the files of a folder, each with its comments', async () => {
    await mkdir(join(reviews.folder, 'folder'));
    await writeFile(join(reviews.folder, 'folder', 'a.md'), '# A\n\nText of a.\n');
    await writeFile(join(reviews.folder, 'folder', 'b.md'), '# B\n\nText of b.\n');
    await writeFile(join(reviews.folder, 'folder', 'c.csv'), 'name,port\napp,80\n"db",5432\n');
    const { session, ended } = await reviews.openAwaited(['document', 'folder']);
    const { page } = await openPage(browser, session.url);
    await page.getByRole('heading', { name: 'b.md' }).waitFor();
    // The file name is a label; the title belongs to the document.
    const sizeOf = (name: string) =>
      page
        .getByRole('heading', { name, exact: true })
        .evaluate((heading) => Number.parseFloat(getComputedStyle(heading).fontSize));
    expect(await sizeOf('b.md')).toBeLessThan((await sizeOf('B')) / 1.5);
    // Data is a table, with comments on its cells.
    await page.getByRole('cell', { name: 'db' }).click();
    await page.keyboard.press('.');
    await page.keyboard.press('.');
    await expect.poll(() => page.evaluate(() => getSelection()?.toString().trim())).toBe('5432');
    await page.keyboard.press('c');
    await page.getByRole('textbox', { name: 'Comment' }).fill('Not the default.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Not the default.').first().waitFor();
    await page
      .locator('.block', { hasText: 'Text of b.' })
      .getByRole('button', { name: 'Comment on this block' })
      .click();
    await page.getByRole('textbox', { name: 'Comment' }).fill('Here.');
    await decide(page, { verdict: 'Approve' });
    await page.getByRole('heading', { name: 'Approved' }).waitFor();
    expect(JSON.parse((await ended).output)).toMatchObject({
      outcome: 'approved',
      comments: [
        { file: 'c.csv', originalText: '5432', startLine: 3, text: 'Not the default.' },
        { file: 'b.md', text: 'Here.' },
      ],
    });
  });

  it('shows harmless HTML, enlarges diagrams, and takes comments on cells', async () => {
    const { session, ended } = await openedAwaited(
      'html.md',
      [
        '# HTML',
        '<details>\n<summary>More <b>here</b></summary>\n\n- Folded item\n\n</details>',
        '<p align="center">Press <kbd>F1</kbd> <script>no</script></p>',
        '| Name | Port |\n|---|---|\n| app | 80 |\n| db | 5432 |',
        '```mermaid\ngraph LR\n  a --> b\n```',
      ].join('\n\n'),
    );
    const { page, problems } = await openPage(browser, session.url);
    const details = page.locator('details');
    await details.getByText('Folded item').waitFor();
    await expect.poll(() => page.locator('kbd', { hasText: 'F1' }).count()).toBe(1);
    await expect.poll(() => page.getByText('<script>no</script>').count()).toBe(1);

    await page.getByRole('cell', { name: 'db' }).click();
    await page.keyboard.press('.');
    await page.keyboard.press('.');
    await expect.poll(() => page.evaluate(() => getSelection()?.toString().trim())).toBe('5432');
    await page.keyboard.press('c');
    await page.getByRole('textbox', { name: 'Comment' }).fill('Not the default.');
    await page.keyboard.press('Control+Enter');

    await page.getByRole('button', { name: 'Enlarge' }).click();
    const dialog = page.getByRole('dialog', { name: /^Diagram/u });
    const view = dialog.getByRole('group', { name: 'Enlarged diagram' });
    await expect.poll(() => view.evaluate((one) => one === document.activeElement)).toBe(true);
    const size = dialog.getByRole('status', { name: 'Size' });
    // Once it fits.
    await settledTop(view.getByRole('img'));
    const before = await size.innerText();
    const drawn = () => view.getByRole('img').boundingBox();
    const whole = await drawn();
    const ratio = async () => {
      const now = await drawn();
      return [now?.width, now?.height].map((length, at) =>
        Number(((length ?? 0) / ([whole?.width, whole?.height][at] ?? 0)).toFixed(2)),
      );
    };
    await page.keyboard.press('+');
    await expect.poll(ratio).toEqual([1.25, 1.25]);
    await expect.poll(() => size.innerText()).not.toBe(before);
    await dialog.getByRole('button', { name: 'Smaller' }).click();
    await dialog.getByRole('button', { name: 'Smaller' }).click();
    await expect.poll(ratio).toEqual([0.8, 0.8]);
    await dialog.getByRole('button', { name: 'Fit' }).click();
    await expect.poll(ratio).toEqual([1, 1]);
    await view.focus();
    await page.keyboard.press('-');
    await expect.poll(ratio).toEqual([0.8, 0.8]);
    await page.keyboard.press('0');
    await expect.poll(ratio).toEqual([1, 1]);
    await expect.poll(() => size.innerText()).toBe(before);
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    // A finding in folded text unfolds it.
    await details.locator('summary').click();
    await expect.poll(() => details.getAttribute('open')).toBe(null);
    await addFinding(session.url, {
      source: 'vale',
      type: 'COMMENT',
      text: 'Unclear.',
      originalText: 'Folded item',
    });
    await page.getByRole('button', { name: '1 finding', exact: true }).click();
    await page.getByText('Unclear.').first().click();
    await expect.poll(() => details.getAttribute('open')).toBe('');

    await decide(page);
    await page.getByRole('heading', { name: 'Feedback sent' }).waitFor();
    expect(JSON.parse((await ended).output)).toMatchObject({
      comments: [{ originalText: '5432', startLine: 15, text: 'Not the default.' }],
    });
    expect(problems).toEqual([]);
  });

  it.each(['>', '['])('of 1 MB of %s can be read and commented', async (piece) => {
    const text = `# Start\n\n${piece.repeat(1024 * 1024)}The end\n`;
    const { page, problems } = await openDocument('bomb.md', text);
    await page.locator('.block', { hasText: 'The end' }).waitFor();
    // Longer than anything takes that a reviewer does.
    page.setDefaultTimeout(10_000);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('.block').getByRole('heading', { name: 'Start' }).click();
    await page.keyboard.press('c');
    await page.getByRole('textbox', { name: 'Comment' }).fill('Why so long?');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: '1 comment', exact: true }).waitFor();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(problems).toEqual([]);
  });

  it('with hostile text does not run, load or navigate to anything, and keeps unsent text when it is closed from elsewhere', async () => {
    const { page, problems, session } = await openDocument(
      'hostile.md',
      [
        '# Hostile <script>window.hit = 1</script>',
        '<img src=x onerror="window.hit = 2"> <svg onload="window.hit = 3"></svg>',
        '[a](javascript:window.hit=4) [b](data:text/html,<script>window.hit=5</script>)',
        '![c](https://tracker.invalid/pixel.png) ![d](/api/session)',
        '<style>body { display: none }</style><form id="root" action="/api/exit"><input name="x"></form>',
        '<a href="#" id="panel-body" class="button" onclick="window.hit = 6">e</a>',
        '```"><script>window.hit=7</script>\ncode\n```',
      ].join('\n\n'),
    );
    await addFinding(session.url, {
      source: '<img src=x onerror=window.hit=8>',
      text: '<script>window.hit = 9</script><b>bold</b>',
    });
    await page.getByRole('button', { name: '1 finding', exact: true }).click();
    await page.getByText('<script>window.hit = 9</script>').click();
    await page.locator('.finding-body', { hasText: '<b>bold</b>' }).waitFor();
    for (const link of await page.locator('.markdown a').all()) {
      expect(await link.getAttribute('href')).toMatch(/^(?:https?:|mailto:|#)/u);
      expect(await link.getAttribute('onclick')).toBeNull();
    }
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect(await page.locator('.markdown :is(script, style, form, svg, iframe)').count()).toBe(0);
    expect(await page.locator('#panel-body').count()).toBe(1);
    expect(problems).toEqual([]);

    // It reports that it was closed from elsewhere, and keeps unsent text.
    await page.keyboard.press('g');
    await page.keyboard.type('Unsent.');
    await partsForTheEnd(page);
    await reviews.close(session);
    await page.getByRole('heading', { name: 'Closed without feedback' }).waitFor();
    await page.getByRole('button', { name: 'Save as file' }).waitFor();
  });

  it('keeps unsent text on the page when its server dies, and says so', async () => {
    const { page, session } = await openDocument('dying.md', '# Dying\n\nA paragraph.\n');
    await partsForTheEnd(page);
    await page.keyboard.press('g');
    await page.keyboard.type('Do not ');
    process.kill(session.pid, 'SIGKILL');
    const banner = page.getByRole('alert').filter({ hasText: 'review does not answer.' });
    await banner.waitFor();
    await page.keyboard.type('lose me.');
    const notSaved = page.getByText('Not saved:');
    await notSaved.waitFor();
    for (const width of [1280, 1000]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => notSaved.evaluate(hiddenPart)).toEqual([0, 0]);
    }
    await expect.poll(() => page.title()).toMatch(/^Not connected/u);
    expect(await wordsByFile(page, banner)).toContain('Do not lose me.');
    await submitReview(page);
    await page.getByRole('dialog').getByText('Nothing was decided').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy all comments' }).waitFor();
  });

  it('explains why a text cannot be shown, and still accepts feedback', async () => {
    const { session, ended } = await reviews.openAwaited([
      'document',
      'http://127.0.0.1:9/nothing',
    ]);
    const { page } = await openPage(browser, session.url);
    await page.getByRole('alert').getByText('Galley cannot show the document').waitFor();
    // There is no navigation, and the button is in its usual place.
    await page.getByRole('navigation').waitFor({ state: 'detached' });
    const rightOf = async () => {
      const button = await reviewButton(page).boundingBox();
      return (button?.x ?? 0) + (button?.width ?? 0);
    };
    await expect.poll(rightOf).toBeGreaterThan(1260);
    await page.keyboard.press('g');
    await page.keyboard.type('Send it as a file.');
    await page.keyboard.press('Control+Enter');
    await decide(page);
    await page.getByRole('heading', { name: 'Feedback sent' }).waitFor();
    expect(JSON.parse((await ended).output)).toMatchObject({
      comments: [{ type: 'GLOBAL_COMMENT', text: 'Send it as a file.' }],
    });
  });

  it('is accessible in light and in dark colours, and fits a small window, with panes over the text', async () => {
    const { page, session } = await openDocument(
      'access.md',
      '---\ntitle: Rich\ntags:\n  - a\n---\n# A title that is rather long for a telephone\n\nText with `code` and [a link](https://example.com).\n\n' +
        '- [x] done\n- [ ] open\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote\n\n```ts\nconst a = 1;\n```\n\n' +
        'Text[^a].\n\n> [!WARNING]\n> Hot.\n\n> [!TIP]\n> Cool.\n\n' +
        '```ts\n// comment\nexport const text = `a ${1 + 2}`;\n```\n\n```python\ndef f(x: int) -> str:\n    return "a"\n```\n\n' +
        `${'word '.repeat(80)}\n\n\`\`\`\n${'x'.repeat(300)}\n\`\`\`\n\n[^a]: Note.\n`,
      // All of it is in the window.
      { reducedMotion: 'reduce', viewport: { width: 1280, height: 1600 } },
    );
    const look = async (what: string) => {
      await emulateMedia(page, { colorScheme: 'light' });
      expect(await seriousViolations(page), what).toEqual([]);
      await emulateMedia(page, { colorScheme: 'dark' });
      expect(await colourViolations(page), `${what}, dark`).toEqual([]);
    };
    await page.locator('code.language-python span').first().waitFor();
    await addFinding(session.url, {
      source: 'lint',
      type: 'COMMENT',
      originalText: 'quote',
      text: 'A finding.',
    });
    await page.getByRole('button', { name: '1 finding: lint' }).click();
    await page.getByText('Text with').first().hover();
    await page.keyboard.press('g');
    await page.keyboard.type('A comment.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('article', { name: 'Your comment' }).waitFor();
    await look('the text, a finding and a comment');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await look('the keys');
    await page.keyboard.press('Escape');
    const popover = await openDecision(page);
    await look('the decision');
    await page.keyboard.press('Escape');
    await popover.waitFor({ state: 'detached' });

    // It fits a small window, with panes over the text.
    await page.setViewportSize({ width: 360, height: 640 });
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    await expect.poll(overflow).toBe(0);
    await page.getByRole('button', { name: '1 finding', exact: true }).click();
    await page.getByRole('tab', { name: /Findings/u }).waitFor();
    await expect.poll(overflow).toBe(0);
  });
});
