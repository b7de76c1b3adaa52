import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allViolations, openPage } from '../helpers/browser.ts';
import { chooseOfFile, codeLine, codeOf, commentOn, selectText } from '../helpers/code.ts';
import { Repository } from '../helpers/repository.ts';
import { addFinding } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

let repository: Repository;
const { reviews, browser } = await reviewsInBrowser();
const lines = Array.from({ length: 30 }, (_, index) => `line${index + 1} = 0`);
const textOf = (all: readonly string[]) => `${all.join('\n')}\n`;

beforeAll(() => {
  repository = new Repository();
  repository.write('a.toml', textOf(lines));
  repository.commit('The beginning');
  repository.write('a.toml', textOf(lines.with(4, 'five = 5').with(24, 'twentyFive = 25')));
  repository.write('b.toml', 'b = 1\n');
});
afterAll(() => repository.remove());

const staged = () => repository.git('diff', '--cached', '--unified=0', '--no-color');

it(
  'stages and unstages lines and hunks, discards files, applies what is suggested, and undoes it',
  { timeout: 120_000 },
  async () => {
    const session = await reviews.open(['review', '--scope', 'uncommitted'], repository.path);
    const { page, problems } = await openPage(browser, session.url);
    const code = codeOf(page, 'a.toml');
    const dialog = page.getByRole('dialog', { name: /^Stage or discard: /u });
    const undo = page.locator('.toast').getByRole('button', { name: 'Undo' });
    await (await commentOn(code, 25)).fill('Why 25?');
    await page.keyboard.press('Control+Enter');
    await code.getByText('Why 25?').waitFor();

    // Selected lines, by the keyboard.
    await selectText(codeLine(code, 5), codeLine(code, 6));
    await page.keyboard.press('Shift+A');
    await expect
      .poll(() => dialog.getByRole('radio', { name: 'The selected lines: line 5' }).isChecked())
      .toBe(true);
    expect(await allViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Stage', exact: true }).click();
    await page.getByText('Staged: a.toml (line 5).').waitFor();
    expect(staged()).toContain('+five = 5');
    expect(staged()).not.toContain('-line5 = 0');
    await chooseOfFile(code, 'Stage or discard…');
    await dialog.getByRole('radio', { name: 'The whole file' }).check();
    await dialog.getByRole('button', { name: 'Unstage' }).click();
    await page.getByText('Unstaged: a.toml.').waitFor();
    expect(staged()).toBe('');
    await undo.click();
    await page.getByText('Undone: a.toml.').waitFor();
    expect(staged()).toContain('+five = 5');
    repository.git('reset', '--quiet');

    // The hunk that the cursor is in.
    await codeLine(code, 3).click();
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+A');
    await dialog.getByRole('radio', { name: /^The selected lines: / }).waitFor();
    await expect
      .poll(() => dialog.getByRole('radio', { name: 'The hunk at lines 2–8' }).isChecked())
      .toBe(true);
    await dialog.getByRole('button', { name: 'Discard…' }).click();
    await dialog.getByText('Discard the changes of a.toml at lines 2–8?').waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.getByRole('button', { name: 'Stage', exact: true }).click();
    await page.getByText('Staged: a.toml (old lines 2–8, lines 2–8).').waitFor();
    expect(staged()).toContain('+five = 5');
    expect(staged()).not.toContain('twentyFive');
    await undo.click();
    await page.getByText('Undone: a.toml.').waitFor();
    expect(staged()).toBe('');

    // A file, after a question.
    await chooseOfFile(codeOf(page, 'b.toml'), 'Stage or discard…');
    await dialog.getByRole('button', { name: 'Discard…' }).waitFor();
    // Git does not know it.
    expect(await dialog.getByRole('button', { name: 'Unstage' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Discard…' }).click();
    expect(existsSync(join(repository.path, 'b.toml'))).toBe(true);
    await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect.poll(() => existsSync(join(repository.path, 'b.toml'))).toBe(false);
    await page.getByText('Discarded: b.toml.').waitFor();
    await expect.poll(() => codeOf(page, 'b.toml').count()).toBe(0);
    // Also when the notice is gone.
    await chooseOfFile(code, 'Stage or discard…');
    await dialog
      .getByRole('region', { name: 'Done here in the last week' })
      .getByRole('listitem')
      .filter({ hasText: 'Discarded: b.toml.' })
      .getByRole('button')
      .click();
    await codeOf(page, 'b.toml').waitFor();
    expect(readFileSync(join(repository.path, 'b.toml'), 'utf8')).toBe('b = 1\n');
    await code.getByText('Why 25?').waitFor();

    // Suggestions of a tool, one by itself and then all that were accepted.
    const content = () => readFileSync(join(repository.path, 'a.toml'), 'utf8');
    const suggest = (line: number, name: string) =>
      addFinding(session.url, {
        source: 'lint',
        filePath: 'a.toml',
        lineStart: line,
        lineEnd: line,
        text: `Say ${name}.`,
        originalCode: `line${line} = 0`,
        suggestedCode: `${name} = ${line}`,
      });
    await suggest(6, 'six');
    await code.getByText('Say six.').click();
    await code.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('1 suggestion applied.').waitFor();
    expect(content()).toContain('six = 6');
    await undo.click();
    await page.getByText('Undone: a.toml.').waitFor();
    expect(content()).not.toContain('six = 6');
    await suggest(7, 'seven');
    const accept = code.getByRole('button', { name: 'Accept', exact: true });
    for (const left of [2, 1]) {
      await expect.poll(() => accept.count()).toBe(left);
      await accept.first().click();
    }
    await code.getByRole('button', { name: 'Apply all 2 suggestions' }).first().click();
    await page.getByText('2 suggestions applied.').waitFor();
    expect(content()).toContain('six = 6\nseven = 7\n');
    await undo.click();
    await page.getByText('Undone: a.toml.').waitFor();
    expect(content()).toContain('line6 = 0\nline7 = 0\n');
    expect(problems).toEqual([]);
  },
);
