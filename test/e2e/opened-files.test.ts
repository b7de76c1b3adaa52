import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decision } from '../../shared/session/decision.ts';
import { allViolations, openPage } from '../helpers/browser.ts';
import { codeLine, codeOf, commentOn, dragOver } from '../helpers/code.ts';
import { decide } from '../helpers/decide.ts';
import { Repository } from '../helpers/repository.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `line${at + 1} = ${at + 1}\n`).join('');

let repository: Repository;
const { reviews, browser } = await reviewsInBrowser();

beforeAll(() => {
  repository = new Repository();
  repository.write('src/changed.toml', 'a = 1\n');
  repository.write('src/unchanged.toml', lines(400));
  repository.write('large.toml', lines(50_000));
  repository.write('image.bin', Buffer.from([0, 1]));
  for (let at = 0; at < 60; at += 1) repository.write(`many/${at}.txt`, 'x\n');
  repository.commit('first');
  repository.write('src/changed.toml', 'a = 2\n');
});
afterAll(() => repository.remove());

describe('a file of the project', { timeout: 120_000 }, () => {
  it('opens beside the diff, and what is said on it reaches the agent', async () => {
    const { ended, session } = await reviews.openAwaited(['review'], repository.path);
    const { page, problems } = await openPage(browser, session.url);
    await codeOf(page, 'changed.toml').getByText('= 2').waitFor();
    const pane = page.locator('.opened-file');
    const opened = pane.locator('diffs-container');
    const field = page.getByRole('combobox', { name: 'Find a file of the project' });
    const open = async (query: string) => {
      await field.waitFor({ state: 'detached' });
      await page.keyboard.press('Shift+O');
      await field.fill(query);
      return page.getByRole('option');
    };
    const all = await open('');
    await page.getByText('14 more', { exact: true }).waitFor();
    expect(await all.count()).toBeLessThanOrEqual(50);
    expect(await allViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    const changed = await open('changed');
    await expect
      .poll(() => changed.allInnerTexts())
      .toEqual(['changed.toml\nsrc/ · modified', 'unchanged.toml\nsrc/']);
    await changed.first().click();
    await field.waitFor({ state: 'detached' });
    await (await commentOn(codeOf(page, 'changed.toml'), 1)).fill('Why two?');
    await page.keyboard.press('Control+Enter');
    expect(await pane.count()).toBe(0);

    await (await open('unch src')).filter({ hasText: 'unchanged' }).click();
    await codeLine(opened, 1).locator('span[style]').first().waitFor();
    expect(await allViolations(page)).toEqual([]);
    await page.locator('.opened-file:focus-within').waitFor();
    // Keys go through its lines, and leave the diff alone.
    await page.keyboard.press('v');
    for (const text of ['line1 =', 'line2 =']) {
      await page.keyboard.press('j');
      await opened.locator('[data-selected-line]', { hasText: text }).waitFor();
    }
    await page.keyboard.press('c');
    await opened.getByText('line 2', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dragOver(opened, [3, 5]);
    await opened.getByText('lines 3–5', { exact: true }).waitFor();
    await page.keyboard.type('Three of them.');
    await page.keyboard.press('Control+Enter');
    await opened.getByRole('article').getByText('Three of them.').waitFor();

    await page.reload();
    await codeOf(page, 'changed.toml').getByText('Why two?').waitFor();
    await page.keyboard.press('l');
    await page.getByRole('tab', { name: /Comments/u }).click();
    await page.getByRole('button', { name: 'src/unchanged.toml:3–5' }).click();
    await opened.getByText('Three of them.').waitFor();

    // It has moved, and the one anchoring finds it.
    repository.write('src/unchanged.toml', `# One more.\n${lines(400)}`);
    repository.commit('it is not part of this');
    repository.write('src/changed.toml', 'a = 3\n');
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await page.getByRole('button', { name: 'src/unchanged.toml:4–6' }).waitFor();
    await codeLine(opened, 1).getByText('# One more.').waitFor();
    await page.keyboard.press('l');

    await (await open('large')).filter({ hasText: 'large.toml' }).click();
    await opened.getByRole('heading', { name: 'large.toml' }).waitFor();
    await page.locator('.opened-file:focus-within').waitFor();
    await page.keyboard.press('End');
    await codeLine(opened, 50_000).waitFor();
    await (await open('image')).filter({ hasText: 'image.bin' }).click();
    await pane.getByText('This file is binary.').waitFor();
    await pane.getByRole('button', { name: 'Close' }).click();
    await pane.waitFor({ state: 'detached' });
    await page.getByText('0 of 1 viewed').waitFor();

    await decide(page);
    const { output } = await ended;
    const { comments, markdown } = JSON.parse(output) as Decision;
    expect(comments).toMatchObject([
      { filePath: 'src/changed.toml', text: 'Why two?' },
      {
        filePath: 'src/unchanged.toml',
        lineStart: 4,
        lineEnd: 6,
        text: 'Three of them.',
        originalCode: lines(5).split('\n').slice(2, 5).join('\n'),
      },
    ]);
    expect(markdown).toContain('## `src/unchanged.toml`\n\n### 2. Must, lines 4–6\n');
    expect(problems).toEqual([]);
  });
});
