import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage, seriousViolations } from '../helpers/browser.ts';
import { boxOf, settledTop } from '../helpers/code.ts';
import { openDocumentPage } from '../helpers/document-page.ts';
import { sessionPath } from '../helpers/paths.ts';
import { addFinding, sharedReview } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';
import { call } from '../helpers/http-call.ts';

const { reviews, browser } = await reviewsInBrowser();

/** Without animation, a note that moves is at its new place at once. */
const wide = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const;
const patiently = { timeout: 30_000 };

const openDocument = (name: string, text: string) =>
  openDocumentPage({ reviews, browser, name, text, options: wide });

const text = `# Margin

1. One is here.
2. Two is here.
3. Three is here.

| a | b |
|---|---|
| 1 | one |
| 2 | two |

\`\`\`ts
const one = 1;
const two = 2;
\`\`\`

End.
`;

const share = sharedReview(async () => {
  await writeFile(join(reviews.folder, 'margin.md'), text);
  return reviews.open(['document', 'margin.md']);
});
/** The text, without the notes of the earlier tests. */
const openText = async () => {
  const session = await share();
  const watched = await openPage(browser, session.url, wide);
  await watched.page.locator('[data-block]').first().waitFor();
  return { session, ...watched };
};

const card = (page: Page, words: string) =>
  page.getByRole('article', { name: 'Your comment' }).filter({ hasText: words });

/** Comments on what the mouse hovers over. */
const commentOn = async (page: Page, place: Locator, words: string): Promise<void> => {
  await place.hover();
  await page.locator('.block:hover .block-gutter').getByRole('button').click();
  await page.locator('textarea:focus').fill(words);
  await page.keyboard.press('Control+Enter');
  await card(page, words.replaceAll('`', '')).waitFor();
};

/** Distance from the top of a passage to the top of its card, once settled. */
const offsetOf = async (note: Locator, passage: Locator): Promise<number> =>
  Math.round((await boxOf(note)).y - (await boxOf(passage)).y);

const expectBeside = (note: Locator, passage: Locator) =>
  expect.poll(async () => Math.abs(await offsetOf(note, passage)), patiently).toBeLessThan(14);

describe('notes in the margin', { timeout: 240_000 }, () => {
  it('are beside the text in a wide window, and do not move it', async () => {
    const { page, session, problems } = await openText();
    const items = page.locator('main').getByRole('listitem');
    const row = page.getByRole('row', { name: '1 one' });
    const placesOfText = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.document :is(h1, li, th, td, p)')]
          .filter((element) => element.closest('[data-inset], .block-note') === null)
          .map((element) => {
            const { x, y, width } = element.getBoundingClientRect();
            return [x, y, width].map(Math.round).join(' ');
          }),
      );
    await page.locator('code.language-ts span').first().waitFor();
    const before = await placesOfText();
    await commentOn(page, items.nth(0), 'On one.');
    await commentOn(page, items.nth(1), 'On two.');
    await commentOn(page, row, 'On a row.');
    await commentOn(page, page.locator('code.language-ts'), 'With `code` in it.');
    await expect.poll(placesOfText).toEqual(before);
    await expectBeside(card(page, 'On one.'), items.nth(0));
    await expectBeside(card(page, 'On a row.'), row);
    const right = await boxOf(page.locator('.markdown').first());
    await expect
      .poll(async () => (await boxOf(card(page, 'On one.'))).x)
      .toBeGreaterThan(right.x + right.width);
    // Close cards do not overlap, and keep the order of the text.
    const cards = page.getByRole('article', { name: 'Your comment' });
    await expect.poll(() => cards.count()).toBe(4);
    const overlaps = async (): Promise<boolean> => {
      const boxes = await Promise.all((await cards.all()).map(boxOf));
      return boxes.some(
        ({ y }, at) => at > 0 && y < (boxes[at - 1]?.y ?? 0) + (boxes[at - 1]?.height ?? 0),
      );
    };
    await expect.poll(overlaps, patiently).toBe(false);
    await expect
      .poll(async () => (await cards.allInnerTexts()).map((words) => words.split('\n').at(-1)))
      .toEqual(['On one.', 'On two.', 'On a row.', 'With code in it.']);
    const word = cards.last().locator('code');
    expect(await word.evaluate((code) => getComputedStyle(code).display)).toBe('inline');

    await addFinding(session.url, {
      source: 'vale',
      type: 'COMMENT',
      originalText: 'Three is here.',
      text: 'A finding.',
    });
    await page.getByRole('button', { name: '1 finding: vale' }).click();
    const finding = page.locator('main').getByRole('article', { name: 'Finding from vale' });
    await expectBeside(finding, items.nth(2));
    await expect.poll(placesOfText).toEqual(before);
    expect(await seriousViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('make room for the focused one', async () => {
    const { page } = await openText();
    const items = page.locator('main').getByRole('listitem');
    for (const [at, words] of ['On one.', 'On two.', 'On three.'].entries())
      await commentOn(page, items.nth(at), words);
    await page.mouse.move(0, 0);
    await page.keyboard.press('k');
    await expectBeside(card(page, 'On two.'), items.nth(1));
    await page.keyboard.press('j');
    await expectBeside(card(page, 'On three.'), items.nth(2));
    await page.keyboard.press('k');
    await expectBeside(card(page, 'On two.'), items.nth(1));
    // It does not move while hovered.
    const third = card(page, 'On three.');
    const top = await settledTop(third);
    await third.hover();
    await page.locator('.card[data-active="true"]', { hasText: 'On three.' }).waitFor();
    expect(await settledTop(third)).toBe(top);
    // Tab visits the notes at their places in the text.
    await page.mouse.move(0, 0);
    await card(page, 'On one.').getByRole('button', { name: 'Edit' }).focus();
    await expectBeside(card(page, 'On one.'), items.nth(0));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('main textarea:focus').waitFor();
    await expectBeside(page.locator('.comment-editor'), items.nth(1));
  });

  it('are edited in view, even at the end of the window, without moving the text', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `Paragraph ${at + 1}.`).join('\n\n');
    const { page } = await openDocument('end.md', `# End\n\n${lines}\n`);
    const last = await page.evaluate(() => {
      const view = document.querySelector('.content')?.getBoundingClientRect();
      const blocks = [...document.querySelectorAll('.markdown')].filter(
        (block) => block.getBoundingClientRect().bottom < (view?.bottom ?? 0),
      );
      return blocks.at(-1)?.textContent ?? '';
    });
    const top = () => page.locator('main').evaluate(({ scrollTop }) => scrollTop);
    // Not through the locator, which would scroll it further into view.
    const { x, y } = await boxOf(page.getByText(last, { exact: true }));
    await page.mouse.click(x + 20, y + 10);
    await page.keyboard.press('c');
    await page.locator('textarea:focus').waitFor();
    const editor = page.locator('.comment-editor');
    await expect
      .poll(async () => (await boxOf(editor)).y + (await boxOf(editor)).height, patiently)
      .toBeLessThan(900);
    await page.keyboard.type('One.\nTwo.\nThree.\nFour.\nFive.\nSix.\nSeven.\nEight.\nNine.');
    await expect
      .poll(async () => (await boxOf(editor)).y + (await boxOf(editor)).height, patiently)
      .toBeLessThan(900);
    expect(await top()).toBe(0);
  });

  it('are below the text in a narrow window and in print', async () => {
    const { page } = await openText();
    const item = page.locator('main').getByRole('listitem').nth(1);
    await commentOn(page, item, 'On two.');
    const isBelow = async () => {
      const [note, last] = [await boxOf(card(page, 'On two.')), await boxOf(item)];
      return note.x < last.x + 200 && note.y > last.y + 15 && note.y < last.y + last.height;
    };
    await expect.poll(isBelow, patiently).toBe(false);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(isBelow, patiently).toBe(true);
    await page.emulateMedia({ media: null });
    await expectBeside(card(page, 'On two.'), item);
    await page.setViewportSize({ width: 1000, height: 800 });
    await expect.poll(isBelow, patiently).toBe(true);
  });

  it('need few layouts, however many they are and however long the text', async () => {
    const count = 400;
    const words = 'Words of a long paragraph that says nothing but takes its room. '.repeat(5);
    const paragraphs = Array.from({ length: count }, (_, at) => `Paragraph ${at}. ${words}`);
    await writeFile(join(reviews.folder, 'long.md'), paragraphs.join('\n\n'));
    const session = await reviews.open(['document', 'long.md']);
    let blocks: readonly { readonly id: string; readonly text: string }[] = [];
    const countBlocks = async (): Promise<number> => {
      const { json } = await call(`${session.url}${sessionPath('getPlan')}`);
      ({ blocks = [] } = json as { blocks?: typeof blocks });
      return blocks.length;
    };
    await expect.poll(countBlocks, patiently).toBe(count);
    const comments = blocks
      .filter((_, at) => at % 4 === 0)
      .map(({ id, text: whole }, at) => ({
        id: `c${at}`,
        type: 'COMMENT',
        kind: 'must',
        text: `Comment ${at}.`,
        blockId: id,
        startOffset: 0,
        endOffset: 9,
        originalText: whole.slice(0, 9),
      }));
    await call(`${session.url}${sessionPath('saveDraft')}`, {
      method: 'PUT',
      body: { generation: 1, comments, feedback: '' },
    });
    const { page } = await openPage(browser, session.url, wide);
    // By class: searching by role takes longer than everything tested here.
    const notes = page.locator('.block-note');
    await expect.poll(() => notes.count(), { timeout: 150_000 }).toBe(100);
    await expectBeside(notes.nth(1), page.locator('.markdown').nth(4));
    const metrics = await page.context().newCDPSession(page);
    await metrics.send('Performance.enable');
    const layouts = async (): Promise<number> => {
      const { metrics: all } = await metrics.send('Performance.getMetrics');
      return all.find(({ name }) => name === 'LayoutCount')?.value ?? 0;
    };
    // Those of the notes are over.
    let before = 0;
    await expect
      .poll(async () => {
        const earlier = before;
        before = await layouts();
        return before - earlier;
      }, patiently)
      .toBe(0);
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('Some words.');
    // A few per key, not one per comment.
    expect((await layouts()) - before).toBeLessThan(150);
  });
});
