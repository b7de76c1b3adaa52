import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allViolations, emulateMedia, openPage } from '../helpers/browser.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';
import { writeSettings } from '../helpers/supervisor.ts';

const { reviews, browser } = await reviewsInBrowser();

it('a plan is saved as a note, without comments and then with them', async () => {
  const vault = join(reviews.folder, 'vault');
  await mkdir(vault);
  await writeSettings(reviews.home, { warmWorkers: 0, notesFolder: vault });
  await writeFile(join(reviews.folder, 'plan.md'), '# Plan\n\nText.\n');
  const { session } = await reviews.openAwaited(['plan', 'plan.md']);
  const { page, problems } = await openPage(browser, session.url);
  await page.getByText('Text.').waitFor();
  const dialog = page.getByRole('dialog', { name: 'Save as a note' });
  const saved = dialog.getByRole('status').locator('code');

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('obsidian');
  await page.getByRole('option', { name: 'Save as a note' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Save note' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  const path = (await saved.textContent()) ?? '';
  expect(path.startsWith(join(vault, ''))).toBe(true);
  expect(await readFile(path, 'utf8')).toMatch(/^---\ngalley: .*\n---\n\n# Plan\n\nText\.\n$/su);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });

  await page.keyboard.press('g');
  await page.getByRole('textbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Say why.');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as a note' }).click();
  await dialog.getByRole('button', { name: 'Without comments' }).waitFor();
  for (const colorScheme of ['dark', 'light'] as const) {
    await emulateMedia(page, { colorScheme });
    expect(await allViolations(page)).toEqual([]);
  }
  await dialog.getByRole('button', { name: 'With comments' }).click();
  await saved.waitFor();
  expect(await dialog.getByRole('status').textContent()).toContain(path);
  expect(await readFile(path, 'utf8')).toContain(
    '# Comments\n\n## Overall\n\n### 1. Must\n\nSay why.',
  );
  expect(await allViolations(page)).toEqual([]);
  expect(problems).toEqual([]);
});
