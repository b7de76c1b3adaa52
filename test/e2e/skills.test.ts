import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openPage, seriousViolations } from '../helpers/browser.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

it('the instructions for agents can be read, and stay text', async () => {
  const folder = join(reviews.folder, '.claude', 'skills', 'review');
  await mkdir(folder, { recursive: true });
  const hostile = '<img src=x onerror="document.title = 1"> \u202etxt.exe';
  const mark = join(reviews.folder, 'ran');
  const command = `!\`touch '${mark}'\``;
  await writeFile(join(folder, 'setup.sh'), `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
  await writeFile(
    join(folder, 'SKILL.md'),
    `---\nname: house-review\n---\n${hostile}\n${command}\n`,
  );
  await writeFile(join(reviews.folder, 'plan.md'), '# Plan\n\nText.\n');
  const { session } = await reviews.openAwaited(['plan', 'plan.md']);
  const { page, problems } = await openPage(browser, session.url);
  await page.getByText('Text.').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('instructions for agents');
  await page.getByRole('option', { name: 'Instructions for agents' }).waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Instructions for agents' });
  // A wide one, like the dialog of scopes, which this page never shows.
  expect((await dialog.boundingBox())?.width).toBeGreaterThan(700);
  await dialog.getByText('house-review', { exact: true }).click();
  const text = dialog.locator('pre', { hasText: /^---\nname: house-review\n---\n<img src=x/u });
  await text.waitFor();
  expect(await text.textContent()).not.toContain('\u202e');
  expect(await text.textContent()).toContain(command);
  expect(existsSync(mark)).toBe(false);
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await page.close();
});
