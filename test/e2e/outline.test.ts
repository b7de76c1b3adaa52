import { expect, it } from 'vitest';
import { allViolations } from '../helpers/browser.ts';
import { openDocumentPage } from '../helpers/document-page.ts';
import { addFinding } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

const part = (index: number): string => `## Part ${index}\n\nWords of part ${index}.\n\n`;
const textOf = (parts: number): string =>
  `# Title\n\n${Array.from({ length: parts }, (_, index) => part(index + 1)).join('')}`;

const openText = async (parts: number) => {
  const text = textOf(parts);
  const opened = await openDocumentPage({ reviews, browser, name: `${parts}.md`, text });
  const outline = opened.page.getByRole('navigation', { name: 'Outline' });
  await outline.getByRole('button', { name: 'Title' }).waitFor();
  return { ...opened, outline };
};

it('the outline shows the annotations below each heading', async () => {
  const { page, session, outline } = await openText(3);
  const finding = (originalText: string) => ({
    source: 's',
    type: 'COMMENT',
    originalText,
    text: 't',
  });
  await addFinding(session.url, {
    annotations: [
      finding('Words of part 2'),
      { ...finding('part 2.'), severity: 'warning' },
      finding('Words of part 3'),
    ],
  });
  await outline.getByRole('button', { name: 'Part 2 2 findings', exact: true }).waitFor();
  // The highest severity determines the icon.
  await expect.poll(() => outline.locator('[data-severity]').count()).toBe(1);
  const warned = outline.getByRole('button', { name: 'Part 2' });
  await warned.locator('[data-severity="warning"]').waitFor();
  await page.getByText('Words of part 3.').dblclick({ position: { x: 20, y: 10 } });
  await page.getByRole('button', { name: 'Unclear' }).click();
  await outline.getByRole('button', { name: 'Part 3 1 comment 1 finding', exact: true }).waitFor();
  await page.keyboard.press('u');
  await expect.poll(() => outline.getByRole('button').allInnerTexts()).toHaveLength(4);
  await expect.poll(() => outline.getByRole('searchbox').count()).toBe(0);
  expect(await allViolations(page)).toEqual([]);
});

it('a long outline can be filtered with the keyboard alone, and follows the reading position, even if it is longer than the window', async () => {
  const { page, outline } = await openText(60);
  const filter = outline.getByRole('searchbox', { name: 'Filter headings' });
  await filter.fill('part 1');
  await expect.poll(() => outline.getByRole('button').count()).toBe(15);
  await filter.fill('17 part');
  await expect.poll(() => outline.getByRole('button').allInnerTexts()).toEqual(['Part 17']);
  await filter.press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('Part 17');
  await filter.fill('2');
  await expect.poll(() => outline.getByRole('button').first().innerText()).toBe('Part 2');
  await filter.press('ArrowDown');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Part 2');
  await filter.fill('none of them');
  await outline.getByText('No headings match.').waitFor();
  expect(await allViolations(page)).toEqual([]);

  await filter.fill('');
  for (const part of [45, 18, 48]) {
    const words = page.getByText(`Words of part ${part}.`, { exact: true });
    const current = outline.locator('[aria-current="location"]');
    await expect
      .poll(async () => {
        // Again: parts above may get their real heights only then.
        await words.evaluate((element) => element.scrollIntoView({ block: 'start' }));
        return current.innerText();
      })
      .toMatch(new RegExp(`^Part ${part}|${part + 1}$`, 'u'));
    await expect
      .poll(async () => {
        const [entry, view] = [await current.boundingBox(), await outline.boundingBox()];
        return (
          entry !== null &&
          view !== null &&
          entry.y >= view.y &&
          entry.y + entry.height <= view.y + view.height
        );
      })
      .toBe(true);
  }
});
