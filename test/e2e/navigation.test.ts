import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allViolations, openPage, seriousViolations } from '../helpers/browser.ts';
import { codeLine, codeOf, settledTop } from '../helpers/code.ts';
import { holdRequests } from '../helpers/hold-requests.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { Repository } from '../helpers/repository.ts';
import { sharedReview } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const filler = Array.from({ length: 60 }, (_, at) => `// ${at}\n`).join('');
const sum = (name: string) => `export function ${name}(items: number[]) {
  const doubled = items.map((item) => item * 2);
  return doubled.reduce((sum, item) => sum + item, 0);
}
`;
const reader = (limit: number) => `export const first = ${limit};
${filler}export function readAll(
  path: string,
): string {
  return path;
}
`;

/** Whether it is in the window, and not only drawn. */
const isInView = (line: Locator): Promise<boolean> =>
  line.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

/** The middle of a text in a line of code. Runs in the page. */
const placeOfText = (line: Element, text: string): { x: number; y: number } => {
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let before = '';
  const at = line.textContent?.indexOf(text) ?? 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const own = node.textContent ?? '';
    if (before.length + own.length > at) {
      const range = document.createRange();
      range.setStart(node, at - before.length);
      range.setEnd(node, at - before.length + 1);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return { x: (left + right) / 2, y: (top + bottom) / 2 };
    }
    before += own;
  }
  throw new Error(`there is no ${text}`);
};

let repository: Repository;
const { reviews, browser } = await reviewsInBrowser();

beforeAll(() => {
  repository = new Repository();
  repository.write('src/reader.ts', reader(1));
  repository.write('src/shared.ts', `${filler}export const shared = 1;\n`);
  repository.write(
    'src/other.ts',
    `import { readAll } from './reader.ts';\n${filler}readAll('x');\n`,
  );
  repository.write('src/twice.ts', 'export const readAll = 1;\n');
  repository.write('src/use.ts', 'export const a = 1;\n');
  repository.write('src/w-old.ts', `const kept = () => 1;\n\n${sum('total')}`);
  repository.write('src/w-new.ts', 'const other = () => 2;\n');
  repository.write(
    'src/w-class.ts',
    `class Reader {\n  read() {}\n}\n\n${filler}\nconst far = () => 1;\n`,
  );
  repository.write('notes.txt', 'one\n');
  repository.commit('first');
  repository.write('src/w-old.ts', 'const kept = () => 1;\n');
  repository.write('src/w-new.ts', `const other = () => 2;\n\n${sum('total')}`);
  repository.write(
    'src/w-class.ts',
    `class Reader {\n  read() { return 1; }\n}\n\n${filler}\nconst far = () =>\n  1;\n`,
  );
  repository.write('notes.txt', 'two\n');
  repository.write('src/reader.ts', reader(2));
  repository.write('src/use.ts', 'export const a = readAll(shared, nothing);\n');
});
afterAll(() => repository.remove());

const share = sharedReview(() => reviews.open(['review'], repository.path));

describe('a symbol', { timeout: 120_000 }, () => {
  it('leads to where it is defined and used', async () => {
    const { url } = await share();
    const { page, problems } = await openPage(browser, url);
    const use = codeOf(page, 'use.ts');
    const opened = page.locator('.opened-file');
    const pointAt = async (text: string, line = codeLine(use, 1)) => {
      await page.mouse.move(1, 1);
      await settledTop(line);
      const { x, y } = await line.evaluate(placeOfText, text);
      await page.mouse.move(x, y);
    };
    await codeLine(use, 1).locator('span[style]').first().waitFor();

    // What it is, without going there. What follows the pointer is loaded late, so it may not have seen it come.
    const hint = page.getByRole('tooltip');
    const isShown = () =>
      hint.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
    await page.keyboard.down('Control');
    await expect
      .poll(async () => {
        await pointAt('shared');
        return isShown();
      })
      .toBe(true);
    await expect.poll(() => hint.innerText()).toBe('export const shared = 1;\nsrc/shared.ts:61');
    await page.keyboard.up('Control');
    await hint.waitFor({ state: 'detached' });

    // The only definition, in a file that has not changed.
    await pointAt('shared');
    await page.keyboard.press('Shift+D');
    await codeLine(opened.locator('diffs-container'), 61).getByText('shared').waitFor();
    await opened.getByRole('button', { name: 'Close' }).click();
    await opened.waitFor({ state: 'detached' });

    // One of several, outside of what the diff shows.
    await page.keyboard.down('Control');
    await pointAt('readAll');
    await page.mouse.down();
    await page.mouse.up();
    await page.keyboard.up('Control');
    const options = page.getByRole('option');
    const field = page.getByRole('dialog').locator('input:focus');
    await expect.poll(() => options.count()).toBe(2);
    await expect
      .poll(() => options.first().innerText())
      .toContain('62\nexport function readAll(\nfunction');
    expect(await allViolations(page)).toEqual([]);
    await field.waitFor();
    await page.keyboard.press('Enter');
    const definition = codeLine(codeOf(page, 'reader.ts'), 62);
    await definition.getByText('readAll').waitFor();
    await expect.poll(() => isInView(definition)).toBe(true);

    // By keyboard alone: a symbol of the line, and its references by file.
    await page.keyboard.press('Shift+R');
    await page.keyboard.type('read');
    await page.getByRole('option', { name: 'readAll' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('5 lines in 4 files').waitFor();
    const groups = page.getByRole('group').filter({ has: options });
    await expect
      .poll(() => groups.evaluateAll((all) => all.map((one) => one.textContent)))
      .toEqual([
        "src/other.ts1import { readAll } from './reader.ts';62readAll('x');",
        'src/reader.tsmodified62export function readAll(',
        'src/twice.ts1export const readAll = 1;',
        'src/use.tsmodified1export const a = readAll(shared, nothing);',
      ]);
    expect(await allViolations(page)).toEqual([]);
    await field.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const elsewhere = codeLine(opened.locator('diffs-container'), 62);
    await elsewhere.getByText('readAll').waitFor();

    // The same from there.
    await elsewhere.locator('span[style]').first().waitFor();
    await pointAt('readAll', elsewhere);
    await page.keyboard.press('Shift+R');
    await page.getByText('5 lines in 4 files').waitFor();
    await field.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.down('Control');
    await pointAt('readAll', elsewhere);
    await hint.getByText('export function readAll').waitFor();
    await page.keyboard.up('Control');
    await pointAt('readAll', elsewhere);
    await page.keyboard.press('Shift+D');
    await expect.poll(() => options.count()).toBe(2);
    await field.waitFor();
    await page.keyboard.press('Enter');
    await codeLine(codeOf(page, 'reader.ts'), 62).getByText('readAll').waitFor();
    await opened.getByRole('button', { name: 'Close' }).click();

    // By a part of its name, in a file that has not changed.
    await page.keyboard.press('Shift+Y');
    await page.keyboard.type('SHAR');
    await page.getByRole('option', { name: 'shared src/shared.ts:61' }).waitFor();
    expect(await allViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await codeLine(opened.locator('diffs-container'), 61).getByText('shared').waitFor();
    await opened.getByRole('button', { name: 'Close' }).click();
    await opened.waitFor({ state: 'detached' });

    await pointAt('nothing');
    await page.keyboard.press('Shift+D');
    await page.getByText('No definition of nothing was found.').waitFor();
    expect(problems).toEqual([]);
  });
});

it(
  'the structure lists what happened to functions and classes, and leads to them',
  { timeout: 60_000 },
  async () => {
    const { url } = await share();
    const { page, problems } = await openPage(browser, url, {
      viewport: { width: 1440, height: 900 },
    });
    await page.locator('.diff-view').press('Shift+T');
    const panel = page.getByRole('tabpanel', { name: 'Structure' });
    const moved = panel.getByRole('button', { name: 'function total moved, from src/w-old.ts' });
    const changed = panel.getByRole('button', { name: 'method Reader.read changed' });
    const formatted = panel.getByRole('button', { name: 'function far formatting only' });
    await Promise.all([moved.waitFor(), changed.waitFor(), formatted.waitFor()]);
    await panel.getByRole('button', { name: 'Not read: no grammar for the language 1' }).click();
    await panel.getByRole('button', { name: 'notes.txt' }).waitFor();
    await formatted.click();
    await page.locator('[data-line-type="change-addition"]', { hasText: '1;' }).last().waitFor();
    await panel.getByRole('button', { name: 'Hide formatting only (1)' }).click();
    await expect.poll(() => formatted.count()).toBe(0);
    await panel.getByLabel('Order').selectOption('By change');
    const groups = panel.locator('.structure-group');
    await expect
      .poll(() => groups.allInnerTexts())
      .toEqual([
        expect.stringMatching(/changed/iu),
        expect.stringMatching(/moved/iu),
        expect.stringContaining('no grammar'),
      ]);
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('combobox').fill('reader.read');
    await page.getByRole('option', { name: 'Go to Reader.read · src/w-class.ts' }).click();
    await page.locator('[data-selected-line]', { hasText: 'read() { return 1; }' }).waitFor();

    // Of so many files that not all could be read, that is said before the list.
    await holdRequests(page, sessionPath('getDiffStructure'), async ({ url, answer }) => {
      const text = JSON.stringify((await call(url)).json);
      await answer({ body: text.replace('no-grammar', 'too-slow') });
    });
    await page.reload();
    await page.locator('.diff-view').press('Shift+T');
    await panel.getByText('1 file took too long to read.').waitFor();
    expect(problems).toEqual([]);
  },
);
