import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { de, deDashboard } from '../../web/shell/texts/de.ts';
import { enDiff } from '../../web/shell/texts/en-diff.ts';
import { en, enDashboard } from '../../web/shell/texts/en.ts';
import { openPage } from '../helpers/browser.ts';
import { openDocumentPage } from '../helpers/document-page.ts';
import { addFinding } from '../helpers/review-session.ts';
import { ownReviewsInBrowser } from '../helpers/reviews-in-browser.ts';
import { shownWords } from '../helpers/shown-words.ts';

const { reviews, browser } = await ownReviewsInBrowser();

const german = { locale: 'de-DE' } as const;

const stringsOf = (part: unknown): string[] => {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(stringsOf) : [];
};
const known = new Set([de, deDashboard].flatMap(stringsOf));
const english = new Set(
  [en, enDiff, enDashboard].flatMap(stringsOf).filter((text) => !known.has(text)),
);

/** Words that cannot occur in a German text. */
const englishWord =
  /\b(?:the|of|and|or|not|with|this|from|by|show|hide|open|close|your|all|comments?|findings?|files?|changes?|lines?|review|Ctrl|Shift|Arrow\w+)\b/u;
/** Names of commands and programs, which are not translated. */
const isName = (text: string): boolean => /^[a-z]+(?:\.[a-z0-9-]+)+$|^galley\b/u.test(text);

/** English texts on a page that should be German. */
const englishOf = async (page: Page): Promise<string[]> =>
  (await shownWords(page)).filter(
    (text) => !isName(text) && (english.has(text) || englishWord.test(text)),
  );

const expectGerman = async (page: Page): Promise<void> => {
  await expect.poll(() => englishOf(page)).toEqual([]);
};

const text = '# Titel\n\nAnfangs steht dies.\n\n## Teil\n\nDanach noch dies.\n';

const patch = `diff --git a/teil.rs b/teil.rs
--- a/teil.rs
+++ b/teil.rs
@@ -1,2 +1,2 @@
 let eins = 1;
-let zwei = 1;
+let zwei = 2;
diff --git a/neu.bin b/neu.bin
new file mode 100644
Binary files /dev/null and b/neu.bin differ
`;

/** Opens each dialog and menu that all kinds of review share, and checks its texts. */
const lookEverywhere = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^\d+ Befunde?$/u }).click();
  await page.getByRole('complementary').locator('.finding-toggle').press('Enter');
  await page.getByRole('complementary').locator('.finding-body').waitFor();
  await expectGerman(page);
  await page.getByRole('button', { name: /^\d+ Kommentare?$/u }).click();
  await page.getByRole('tab', { name: /^Kommentare/u, selected: true }).waitFor();
  await expectGerman(page);
  await page.getByRole('button', { name: /beurteilen$/u }).click();
  await page.getByRole('button', { name: 'Ansehen, was der Agent liest' }).waitFor();
  await expectGerman(page);
  await page.getByRole('button', { name: 'Ohne Rückmeldung schließen' }).click();
  await page.getByRole('dialog', { name: 'Ohne Rückmeldung schließen?' }).waitFor();
  await expectGerman(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  for (const key of ['?', 'Control+k', 'Control+Enter']) {
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
    await expectGerman(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
};

describe('in German', () => {
  it('a document has no English texts', async () => {
    const { page, session } = await openDocumentPage({
      reviews,
      browser,
      name: 'text.md',
      text,
      options: german,
    });
    await addFinding(session.url, {
      source: 'vale',
      type: 'COMMENT',
      originalText: 'Danach',
      text: 'Wozu?',
    });
    await page.getByRole('button', { name: '1 Befund', exact: true }).waitFor();
    await page.getByRole('navigation', { name: 'Gliederung' }).getByText('Teil').waitFor();
    await page
      .getByText('Anfangs steht dies.', { exact: true })
      .dblclick({ position: { x: 20, y: 10 } });
    await page.getByRole('button', { name: 'Unklar' }).waitFor();
    await expectGerman(page);
    await page.keyboard.press('2');
    await page.getByText('Das ist unklar.').first().waitFor();
    await page.keyboard.press('g');
    await page.locator('textarea:focus').fill('Worte.');
    await expectGerman(page);
    await page.getByRole('button', { name: 'Abbrechen' }).click();
    await page.getByText('wurde verworfen').waitFor();
    await lookEverywhere(page);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Rückmeldung senden' }).waitFor();
    await page.getByRole('button', { name: 'Jetzt senden' }).waitFor();
    await expectGerman(page);
    await page.getByRole('button', { name: 'Jetzt senden' }).click();
    await page.getByRole('heading', { name: 'Rückmeldung gesendet' }).waitFor();
    await page.getByText('Was der Agent jetzt liest').waitFor();
    await expectGerman(page);
  });

  it('a change has no English texts', async () => {
    await writeFile(join(reviews.folder, 'teil.diff'), patch);
    const { session } = await reviews.openAwaited(['review', '--patch', 'teil.diff']);
    const { page } = await openPage(browser, session.url, german);
    await addFinding(session.url, {
      source: 'eslint',
      filePath: 'teil.rs',
      lineStart: 2,
      lineEnd: 2,
      type: 'concern',
      text: 'Wozu?',
    });
    await page.getByRole('navigation', { name: 'Geänderte Dateien' }).waitFor();
    await page.getByRole('button', { name: '1 Befund', exact: true }).waitFor();
    await page.getByRole('tree').getByText('teil.rs').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.locator('textarea:focus').fill('Worte.');
    await expectGerman(page);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Worte.').first().waitFor();
    await lookEverywhere(page);
    await reviews.close(session);
    await page.getByRole('heading', { name: 'Ohne Rückmeldung geschlossen' }).waitFor();
    await expectGerman(page);
    const ended = await reviews.cli('sessions', 'open', session.id, '--no-browser');
    await page.goto(ended.match(/http\S+/u)?.[0] ?? '');
    await page.getByText('Schreibgeschützt').waitFor();
    await expectGerman(page);
  });

  it('the dashboard has no English texts', async () => {
    await writeFile(join(reviews.folder, 'plan.md'), text);
    await writeFile(join(reviews.folder, 'ein.diff'), patch);
    await reviews.open(['plan', 'plan.md', '--title', 'Vorhaben']);
    await reviews.open(['review', '--patch', 'ein.diff']);
    const address = (await reviews.cli('dashboard', '--no-browser')).match(/http\S+/u)?.[0] ?? '';
    const { page } = await openPage(browser, address, german);
    await page.getByText('Vorhaben').waitFor();
    await page.getByRole('row').getByText('Änderungen', { exact: true }).first().waitFor();
    const cut = () =>
      page
        .locator('.grid [data-column="mode"]')
        .evaluateAll(
          (cells) => cells.filter(({ scrollWidth: is, clientWidth: has }) => is > has).length,
        );
    await expect.poll(cut).toBe(0);
    await expectGerman(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await expectGerman(page);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'System' }).click();
    await page.getByText('nur von diesem Rechner').waitFor();
    await expectGerman(page);
  });
});
