import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { emulateMedia, openNewPage, openPage, seriousViolations } from '../helpers/browser.ts';
import { openDecision, submitReview } from '../helpers/decide.ts';
import { openDocumentPage } from '../helpers/document-page.ts';
import { sessionPath } from '../helpers/paths.ts';
import { addFinding, sharedReview } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';
import { call } from '../helpers/http-call.ts';

const { reviews, browser } = await reviewsInBrowser();

const text = '# Text\n\nA paragraph.\n\n## The second part\n';
const openOwn = () => openDocumentPage({ reviews, browser, name: 'text.md', text });

const share = sharedReview(async () => {
  await writeFile(join(reviews.folder, 'shared.md'), text);
  return reviews.openAwaited(['document', 'shared.md']);
});
/** The text in the review of all tests that leave it open. */
const openText = async (options: BrowserContextOptions = {}) => {
  const shared = await share();
  const watched = await openPage(browser, shared.session.url, options);
  await watched.page.locator('[data-block]').first().waitFor();
  return { ...shared, ...watched };
};

const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands and places' });

describe('the palette', () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await openOwn());
  });

  it.each(['light', 'dark'] as const)('is accessible in %s', async (colorScheme) => {
    await emulateMedia(page, { colorScheme });
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('option').first().waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    const popover = await openDecision(page);
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await popover.waitFor({ state: 'detached' });
  });

  it('gets what was typed before it was there', async () => {
    const { session } = await share();
    const { page: other } = await openNewPage(browser, 'about:blank');
    let load = () => {};
    const loaded = new Promise<void>((resolve) => (load = resolve));
    await other.route(/\/(?:frame-parts|palette)-[^/]*\.js/u, async (route) => {
      await loaded;
      await route.continue();
    });
    await other.goto(session.url);
    await other.locator('[data-block]').first().waitFor();
    await other.keyboard.press('Control+k');
    await other.keyboard.type('Commx');
    await other.keyboard.press('Backspace');
    load();
    const field = palette(other).locator('input:focus');
    await expect.poll(() => field.inputValue()).toBe('Comm');
    await other.keyboard.type(' whole');
    await palette(other).getByRole('option', { name: 'Add overall comment' }).waitFor();
  });

  it('finds and runs commands, and shows their keys', async () => {
    await page.keyboard.press('Control+k');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('comm whole');
    const option = palette(page).getByRole('option', { name: 'Add overall comment' });
    await expect.poll(() => option.textContent()).toBe('Add overall commentg');
    await option.and(page.locator('[data-highlighted]')).waitFor();
    await page.keyboard.press('Enter');
    await palette(page).waitFor({ state: 'detached' });
    const field = page.getByRole('textbox', { name: 'Overall comment' });
    await field.and(page.locator(':focus')).waitFor();
    // It also works while writing, and returns the focus.
    await page.keyboard.type('half');
    await page.keyboard.press('Control+k');
    await palette(page).waitFor();
    await page.keyboard.press('Control+k');
    await palette(page).waitFor({ state: 'detached' });
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type(' a word');
    await expect.poll(() => field.inputValue()).toBe('half a word');
  });

  it('goes to headings, and says if there are no matches', async () => {
    await page.keyboard.press('Control+k');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('zzzz');
    await palette(page).getByText('No matches.').waitFor();
    await page.locator('input:focus').fill('second');
    await palette(page).getByRole('option', { name: 'Go to The second part' }).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain('The second part');
  });
});

describe('commenting without a cursor', () => {
  it.each(['c', 's'])('%s starts at the first visible block', async (key) => {
    const { page } = await openText();
    await page.keyboard.press(key);
    await page.locator('textarea:focus').waitFor();
    await expect
      .poll(() => page.locator('.block').first().locator('textarea:focus').count())
      .toBe(1);
  });
});

describe('the top bar', () => {
  it('shows the key of the search in its field, and has rare commands in a menu', async () => {
    const { page } = await openText({ colorScheme: 'light' });
    const search = page.getByRole('search');
    await expect.poll(() => search.locator('kbd').innerText()).toBe('/');
    await page.keyboard.press('/');
    await search.locator('input:focus').waitFor();
    await page.keyboard.press('Escape');

    // Rare commands are in a menu.
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Switch between light and dark' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Show page or text' }).count()).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Search all content' }).click();
    await page
      .getByRole('searchbox', { name: 'Search', exact: true })
      .and(page.locator(':focus'))
      .waitFor();
  });

  it('does not move while a draft is saved', async () => {
    const { page } = await openText();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(`**${sessionPath('getDraft')}`, async (route) => {
      await held;
      await route.continue();
    });
    const places = () =>
      page.locator('.top-bar').evaluate((bar) =>
        [...bar.querySelectorAll('*')].map((element) => {
          const { x, y, width } = element.getBoundingClientRect();
          return [element.tagName, x, y, width];
        }),
      );
    await page.keyboard.press('g');
    await page.locator('textarea:focus').waitFor();
    // Its width depends on the web fonts.
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const state = page.locator('.draft-state');
    const place = await state.boundingBox();
    await page.keyboard.type('half a word');
    await page.getByRole('status').getByText('Saving …').waitFor();
    const during = await places();
    release();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await expect.poll(places).toEqual(during);
    await expect.poll(() => state.boundingBox()).toEqual(place);
  });
});

/** Number of marked matches, and the text of the current one. */
const marked = (page: Page) =>
  page.evaluate(() => {
    const current = [...(CSS.highlights.get('search-current') ?? [])] as Range[];
    const others = CSS.highlights.get('search')?.size ?? 0;
    return { count: others + current.length, current: current.map(String) };
  });

/** The patch of a new file. */
const newFile = (index: number, length: number) => {
  const lines = Array.from({ length }, (_, line) => `+line ${line} of ${index}`);
  return `diff --git a/f${index}.txt b/f${index}.txt\nnew file mode 100644\n--- /dev/null\n+++ b/f${index}.txt\n@@ -0,0 +1,${length} @@\n${lines.join('\n')}\n`;
};

/** Presses keys; returns a function that tells whether the page left them to the browser. */
const pressesLeft = async (page: Page, keys: string): Promise<() => Promise<boolean>> => {
  const left = await page.evaluateHandle(() => {
    const seen: boolean[] = [];
    addEventListener('keydown', (event) => {
      if (event.key === 'f') seen.push(!event.defaultPrevented);
    });
    return seen;
  });
  await page.keyboard.press(keys);
  return async () => (await left.jsonValue()).includes(true);
};

const shareMany = sharedReview(async () => {
  const patch = Array.from({ length: 20 }, (_, index) => newFile(index, 300)).join('');
  await writeFile(join(reviews.folder, 'many.patch'), patch);
  return reviews.open(['review', '--patch', 'many.patch']);
});

/** A change of which only the beginning is drawn. */
const openMany = async () => {
  const watched = await openPage(browser, (await shareMany()).url);
  await watched.page.getByRole('region', { name: 'Changed files' }).waitFor();
  return watched;
};

describe('the search', () => {
  it('marks and steps through all matches in a document', async () => {
    const { page } = await openText();
    await page.keyboard.press('/');
    await page.keyboard.type('PAR');
    await page.getByText('Not found').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('par');
    await page.getByRole('search').getByText('2 matches').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('search').getByText('1 of 2').waitFor();
    await expect.poll(() => marked(page)).toEqual({ count: 2, current: ['par'] });
    await page.keyboard.press('Shift+Enter');
    await page.getByRole('search').getByText('2 of 2').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => marked(page)).toEqual({ count: 0, current: [] });
    await page.keyboard.press('Escape');
    const isLeft = await pressesLeft(page, 'Control+f');
    expect(await isLeft()).toBe(true);
    await page.keyboard.press('g');
    await page.getByRole('textbox', { name: 'Overall comment' }).waitFor();
  });

  it('goes to the match that Enter requested before it was found', async () => {
    const { page } = await openText();
    await page.keyboard.press('/');
    await page.keyboard.type('second');
    await page.keyboard.press('Enter');
    await page.getByRole('search').getByText('1 of').waitFor();
    await expect.poll(async () => (await marked(page)).current).toEqual(['second']);
    // Not to a match of the previous search, although it is still marked.
    await page.keyboard.press('Control+a');
    await page.keyboard.type('par');
    await page.keyboard.press('Shift+Enter');
    await page.getByRole('search').getByText('2 of 2').waitFor();
    await expect.poll(async () => (await marked(page)).current).toEqual(['par']);
  });

  it('retries with Enter if the server has not answered', async () => {
    const { page } = await openMany();
    await page.route(`**${sessionPath('searchDiff')}**`, (route) => route.abort());
    await page.keyboard.press('/');
    await page.keyboard.type('line 299 of 17');
    await page.keyboard.press('Enter');
    await page.getByRole('search').getByText('The server did not answer').waitFor();
    await page.unroute(`**${sessionPath('searchDiff')}**`);
    await page.keyboard.press('Enter');
    await page.getByRole('search').getByText('1 of 1').waitFor();
  });

  it('finds and goes to matches that are not rendered yet', async () => {
    const { page, problems } = await openMany();
    await page.getByText('line 299 of 17').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('line 299 of 1');
    await page.getByRole('search').getByText('11 matches').waitFor();
    for (let count = 0; count < 9; count += 1) await page.keyboard.press('Enter');
    await page.getByRole('search').getByText('9 of 11').waitFor();
    await page.getByText('line 299 of 17').waitFor();
    await expect.poll(async () => (await marked(page)).current).toEqual(['line 299 of 1']);
    await page.getByRole('region', { name: 'Changed files' }).focus();
    await page.keyboard.press('F3');
    await page.getByText('line 299 of 18').waitFor();
    // Replaces the browser's search, which sees only rendered lines; starts at the reading position.
    const isLeft = await pressesLeft(page, 'Control+f');
    await page.getByRole('searchbox', { name: 'Search' }).and(page.locator(':focus')).waitFor();
    expect(await isLeft()).toBe(false);
    await page.keyboard.type('line 5 of 1');
    await page.keyboard.press('Enter');
    await page.getByRole('search').getByText('11 of 11').waitFor();
    const isLeftNow = await pressesLeft(page, 'Control+f');
    expect(await isLeftNow()).toBe(true);
    expect(problems).toEqual([]);
  });
});

describe('the language', () => {
  it('follows the browser', async () => {
    const { page } = await openText({ locale: 'de-AT' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Tastenkürzel' }).waitFor();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
  });

  it('follows the settings if they name one', async () => {
    const { page, session } = await openText({ locale: 'de-AT' });
    const body = { language: 'en' };
    expect(
      (await call(`${session.url}${sessionPath('changeConfig')}`, { method: 'POST', body })).status,
    ).toBe(200);
    await page.reload();
    await page.locator('main').getByText('A paragraph.').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await call(`${session.url}${sessionPath('changeConfig')}`, {
      method: 'POST',
      body: { language: null },
    });
  });
});

// The last, as it ends the shared review.
describe('the decision', () => {
  it('is shown as made on this page, however late its response follows the end of the stream', async () => {
    const { page, session, ended } = await openText();
    await call(`${session.url}${sessionPath('changeConfig')}`, {
      method: 'POST',
      body: { undoSeconds: 0 },
    });
    await addFinding(session.url, { source: 'lint', text: 'The stream is open.' });
    await page.getByRole('button', { name: '1 finding', exact: true }).click();
    await page.getByText('The stream is open.').waitFor();
    let ends = Number.NaN;
    await page.route(`**${sessionPath('sendFeedback')}`, async (route) => {
      const response = await route.fetch();
      await ended;
      // By now the stream has reported the end.
      await page.waitForTimeout(1000);
      ends = await page.getByRole('heading', { name: 'Approved' }).count();
      await route.fulfill({ response });
    });
    await submitReview(page);
    await page.getByRole('heading', { name: 'Approved' }).waitFor();
    await page.getByText('The decision is stored').waitFor();
    expect(ends).toBe(0);
  });
});
