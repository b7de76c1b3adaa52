import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../helpers/browser.ts';
import { codeOf } from '../helpers/code.ts';
import { wordsByFile } from '../helpers/kept-words.ts';
import { sharedReview } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

/** Longer than the longest pause between two attempts, which grow the longer the rest takes. */
const patiently = { timeout: 70_000 };
const slowly = { timeout: 240_000 };

let opened = 0;

/** A review of a text of its own: of one that was reviewed before, it would get the words that a lost session has saved. */
const openText = async () => {
  opened += 1;
  const file = join(reviews.folder, `text-${opened}.md`);
  await writeFile(file, '# Text\n\nWords.\n');
  return { ...(await reviews.open(['document', file])), file };
};
/** The review of all tests that leave it as it was opened. */
const shareText = sharedReview(openText);
const shareChange = sharedReview(async () => {
  const file = join(reviews.folder, 'change.diff');
  await writeFile(file, "--- a/a.rs\n+++ b/a.rs\n@@ -1 +1 @@\n-one\n+let two = 'two';\n");
  return reviews.open(['review', '--patch', file]);
});

/** A page with one script blocked, and a function that unblocks it. */
const openWithout = async (script: RegExp, open: typeof openText = shareText) => {
  const { file, ...session } = await open();
  let refused = 0;
  const block = (one: Page) =>
    one.route(script, async (route) => {
      refused += 1;
      await route.abort();
    });
  const { page } = await openPage(browser, session.url, { prepare: block });
  page.setDefaultTimeout(patiently.timeout);
  await page.getByText('Words.').waitFor();
  return {
    page,
    session,
    file,
    /** Resolves when the script was blocked once more. */
    refusal: () => {
      const before = refused;
      return expect.poll(() => refused, patiently).toBeGreaterThan(before);
    },
    give: () => page.unroute(script),
  };
};

describe('a part of the page that is loaded in advance', slowly, () => {
  it('fails silently, and works once it can be loaded: the toolbar for selected text', async () => {
    const { page, refusal, give } = await openWithout(/\/document-parts-/u);
    await refusal();
    await page.getByText('Words.').selectText();
    await refusal();
    // A server that answers late is told of for a moment.
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await give();
    await page.getByRole('toolbar', { name: 'Selected text' }).waitFor();
  });

  it('fails silently, and works once it can be loaded: the notice of newer content', async () => {
    const { page, file, refusal, give } = await openWithout(/\/freshness-banner-/u, openText);
    await writeFile(file, '# Text\n\nOther words.\n');
    await page.locator('.freshness-place').waitFor({ state: 'attached' });
    await refusal();
    await refusal();
    // A server that answers late is told of for a moment.
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await give();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('Other words.').waitFor();
  });
});

describe('a part of the page that the user opens', slowly, () => {
  it('reports that it cannot be loaded, and opens on a retry', async () => {
    const { page, refusal, give } = await openWithout(/\/help-dialog-/u);
    const asked = refusal();
    await page.keyboard.press('?');
    await asked;
    await page.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor();
    await page.keyboard.press('Escape');
    await give();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });
});

describe('the code that saves unsent text to a file', slowly, () => {
  const script = /\/kept-words-/u;
  const typeUntilLost = async (page: Page, pid: number) => {
    await page.keyboard.press('g');
    await page.keyboard.type('Do not lose me.');
    process.kill(pid, 'SIGKILL');
    const banner = page.getByRole('alert').filter({ hasText: 'review does not answer.' });
    await banner.waitFor();
    return banner;
  };

  it('is fetched as soon as it can be loaded', async () => {
    const { page, session, refusal, give } = await openWithout(script, openText);
    await refusal();
    await refusal();
    const fetched = page.waitForEvent('requestfinished', (request) => script.test(request.url()));
    await give();
    await fetched;
    const banner = await typeUntilLost(page, session.pid);
    expect(await wordsByFile(page, banner)).toContain(
      '## Overall\n\n### 1. Must\n\nDo not lose me.\n',
    );
  });

  it('is not needed to keep the text', async () => {
    const { page, session, refusal } = await openWithout(script, openText);
    await refusal();
    const banner = await typeUntilLost(page, session.pid);
    const words = /^```json\n(.*)\n```\n$/su.exec(await wordsByFile(page, banner))?.[1] ?? '';
    expect(JSON.parse(words)).toMatchObject({ editors: [{ text: 'Do not lose me.' }] });
    await banner.getByRole('button', { name: 'Copy all comments as markdown' }).click();
    await banner.getByRole('button', { name: 'Copied' }).waitFor();
  });
});

describe('the code viewer', slowly, () => {
  it('works as soon as it can be loaded, even without a worker', async () => {
    const { url } = await shareChange();
    const refused = new Set<string>();
    const parts = /\/(first-parts|highlight-worker)-[^/]*\.js$/u;
    const block = (one: Page) =>
      one.route(parts, async (route) => {
        refused.add(parts.exec(route.request().url())?.[1] ?? '');
        await route.abort();
      });
    const { page } = await openPage(browser, url, { prepare: block });
    await codeOf(page, 'a.rs').getByText('let two').waitFor();
    // Code is shown before it is highlighted.
    await expect.poll(() => [...refused].toSorted()).toEqual(['first-parts', 'highlight-worker']);
  });

  it('shows progress while it is loading', async () => {
    const { url } = await shareChange();
    let send: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (send = resolve));
    const hold = (one: Page) =>
      one.route(/\/first-parts-/u, async (route) => {
        await asked;
        await route.continue();
      });
    const { page } = await openPage(browser, url, { prepare: hold });
    const words = page.getByText('Loading the changes …');
    await words.waitFor();
    send();
    await codeOf(page, 'a.rs').getByText('let two').waitFor();
    await words.waitFor({ state: 'detached' });
  });
});

describe('a page whose first script cannot be loaded', slowly, () => {
  it('asks to be reloaded', async () => {
    const { url } = await shareText();
    const block = (one: Page) => one.route(/\/index-[^/]*\.js$/u, (route) => route.abort());
    const { page } = await openPage(browser, url, { prepare: block });
    const words = page.getByText('load this page again');
    await words.waitFor();
    await page.unroute(/\/index-[^/]*\.js$/u);
    await page.reload();
    await page.getByText('Words.').waitFor();
    await expect.poll(() => words.count()).toBe(0);
  });
});

describe('the code that follows the server', slowly, () => {
  it('reports that it cannot be loaded, and works as soon as it can', async () => {
    const { page, refusal, give } = await openWithout(/\/connection-/u);
    await refusal();
    const banner = page.getByRole('alert').filter({ hasText: 'does not answer' });
    await banner.waitFor();
    await give();
    await banner.waitFor({ state: 'detached' });
  });
});
