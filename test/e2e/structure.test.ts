import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, seriousViolations } from '../helpers/browser.ts';
import { holdRequests } from '../helpers/hold-requests.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { Repository } from '../helpers/repository.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const sum = (name: string) => `export function ${name}(items: number[]) {
  const doubled = items.map((item) => item * 2);
  return doubled.reduce((sum, item) => sum + item, 0);
}
`;
const lines = Array.from({ length: 60 }, (_, at) => `// ${at}\n`).join('');

let repository: Repository;
const { reviews, browser } = await reviewsInBrowser();

beforeAll(() => {
  repository = new Repository();
  repository.write('src/old.ts', `const kept = () => 1;\n\n${sum('total')}`);
  repository.write('src/new.ts', 'const other = () => 2;\n');
  repository.write(
    'src/reader.ts',
    `class Reader {\n  read() {}\n}\n\n${lines}\nconst far = () => 1;\n`,
  );
  repository.write('notes.txt', 'one\n');
  repository.commit('first');
  repository.write('src/old.ts', 'const kept = () => 1;\n');
  repository.write('src/new.ts', `const other = () => 2;\n\n${sum('total')}`);
  repository.write(
    'src/reader.ts',
    `class Reader {\n  read() { return 1; }\n}\n\n${lines}\nconst far = () =>\n  1;\n`,
  );
  repository.write('notes.txt', 'two\n');
});
afterAll(() => repository.remove());

it(
  'lists what happened to functions and classes, and leads to them',
  { timeout: 60_000 },
  async () => {
    const { url } = await reviews.open(['review'], repository.path);
    const { page, problems } = await openPage(browser, url, {
      viewport: { width: 1440, height: 900 },
    });
    await page.locator('.diff-view').press('Shift+T');
    const panel = page.getByRole('tabpanel', { name: 'Structure' });
    const moved = panel.getByRole('button', { name: 'function total moved, from src/old.ts' });
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
    await page.getByRole('option', { name: 'Go to Reader.read · src/reader.ts' }).click();
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
