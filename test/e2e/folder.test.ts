import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allViolations, openPage } from '../helpers/browser.ts';
import { chooseOfFile, codeLine, codeOf } from '../helpers/code.ts';
import { sessionPath } from '../helpers/paths.ts';
import { Repository, temporaryFolder } from '../helpers/repository.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

let made: ReturnType<typeof temporaryFolder>;
let root: string;
const { reviews, browser } = await reviewsInBrowser();
const lines = Array.from({ length: 30 }, (_, index) => `export const line${index + 1} = 0;`);
const textOf = (all: readonly string[]) => `${all.join('\n')}\n`;

beforeAll(() => {
  made = temporaryFolder('work');
  root = join(made.path, 'work');
  mkdirSync(root);
  const api = new Repository();
  api.write('src/reader.ts', `// How to read.\nexport function readAll(): void {}\n`);
  api.commit('Read all');
  api.write('src/use.ts', 'export const a = 1;\n');
  api.commit('Use it');
  api.write('src/use.ts', 'export const a = 2;\n');
  const web = new Repository();
  web.write('page.ts', textOf(lines));
  web.commit('The page');
  web.write('page.ts', textOf(lines.with(4, 'readAll();').with(24, 'export const x = 1;')));
  for (const [name, repository] of Object.entries({ api, web })) {
    execFileSync('cp', ['-a', repository.path, join(root, name)]);
    repository.remove();
  }
  execFileSync('cp', ['-a', join(root, 'api'), join(root, 'broken')]);
  rmSync(join(root, 'broken/.git/HEAD'));
});
afterAll(() => made.remove());

const staged = () =>
  execFileSync('git', ['diff', '--cached', '--unified=0'], {
    cwd: join(root, 'web'),
    encoding: 'utf8',
  });

it(
  'a folder of several repositories is compared, read, searched and staged as one',
  { timeout: 240_000 },
  async () => {
    const { url } = await reviews.open(['review'], root);
    const { page, problems } = await openPage(browser, url);
    const shown = page.getByRole('tree').getByRole('treeitem');
    const dialog = page.getByRole('dialog', { name: 'What to compare' });
    const isShown = (...names: string[]) =>
      expect
        .poll(async () =>
          (await shown.allInnerTexts())
            .map((text) => text.trim().split(/\s/u)[0])
            .filter((name) => name?.includes('.')),
        )
        .toEqual(names);
    await isShown('use.ts', 'page.ts');
    await page
      .getByText(/^This repository could not be compared\. .*broken is not inside/u)
      .waitFor();

    // A definition in another repository, in a file that has not changed.
    const code = codeOf(page, 'page.ts');
    await codeLine(code, 5).locator('span[style]').first().waitFor();
    await codeLine(code, 5).getByText('readAll').first().hover();
    await page.keyboard.press('Shift+D');
    const opened = page.locator('.opened-file');
    await codeLine(opened.locator('diffs-container'), 2).getByText('readAll').waitFor();
    await opened.getByRole('button', { name: 'Close' }).click();

    // Any file of any repository.
    await page.keyboard.press('Shift+O');
    await page.getByRole('combobox', { name: 'Find a file of the project' }).fill('reader');
    await page.getByRole('option', { name: 'reader.ts' }).click();
    await opened.getByText('How to read.').waitFor();
    await opened.getByRole('button', { name: 'Close' }).click();

    // A tick belongs to the repository, whichever of the two is reviewed.
    const alone = await reviews.open(['review'], join(root, 'web'));
    const { page: other } = await openPage(browser, alone.url);
    const tickIn = (one: Page) => codeOf(one, 'page.ts').getByRole('checkbox', { name: 'Viewed' });
    // The page shows it before the server has it.
    const told = (one: Page) =>
      one.waitForResponse(
        (answer) =>
          answer.url().endsWith(sessionPath('changeViewed')) && answer.request().method() === 'PUT',
      );
    const ticked = told(page);
    await tickIn(page).check();
    await page.getByText('1 of 3 viewed').waitFor();
    await ticked;
    await other.reload();
    await other.getByText('1 of 1 viewed').waitFor();
    const unticked = told(other);
    await tickIn(other).uncheck();
    await other.getByText('0 of 1 viewed').waitFor();
    await unticked;
    await page.reload();
    await page.getByText('0 of 3 viewed').waitFor();

    // A hunk, staged in its repository, and undone.
    await chooseOfFile(code, 'Stage or discard…');
    const staging = page.getByRole('dialog', { name: /^Stage or discard: /u });
    await staging.getByRole('radio', { name: 'The hunk at lines 2–8' }).check();
    await staging.getByRole('button', { name: 'Stage', exact: true }).click();
    await page.getByText('Staged: web/page.ts (old lines 2–8, lines 2–8).').waitFor();
    await staging.waitFor({ state: 'detached' });
    expect(staged()).toContain('+readAll();');
    expect(staged()).not.toContain('const x');

    // What is staged in all, then the commits of one.
    await page.keyboard.press('Shift+C');
    await dialog.getByText('Choose a repository to see its commits.').waitFor();
    expect(await allViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Staged changes', exact: true }).click();
    await isShown('page.ts');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+C');
    await dialog.getByLabel('Repository').selectOption('api');
    await dialog.getByRole('button', { name: 'Read all' }).click();
    expect(await allViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Show this commit' }).click();
    await isShown('reader.ts');
    await page.getByRole('button', { name: / in api$/u }).click();
    await expect.poll(() => dialog.getByLabel('Repository').inputValue()).toBe('api');
    await dialog.getByLabel('Repository').selectOption('All repositories');
    await dialog.getByRole('button', { name: 'Uncommitted changes', exact: true }).click();
    await isShown('use.ts', 'page.ts');

    // It can still be undone.
    await chooseOfFile(code, 'Stage or discard…');
    const recent = staging.getByRole('region', { name: 'Done here in the last week' });
    await recent.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: web/page.ts.').waitFor();
    expect(staged()).toBe('');
    expect(readFileSync(join(root, 'web/page.ts'), 'utf8')).toContain('readAll();');
    expect(problems).toEqual([]);
  },
);
