import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, seriousViolations } from '../helpers/browser.ts';
import { codeOf, settledTop } from '../helpers/code.ts';
import { holdRequests } from '../helpers/hold-requests.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { Repository } from '../helpers/repository.ts';
import { sharedReview } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

/** In a language whose grammar is small, since many pages highlight it. */
const numbered = (word: string) =>
  Array.from({ length: 120 }, (_, at) => `${word}${at + 1} = ${at + 1}\n`).join('');

let repository: Repository;
const { reviews, browser } = await reviewsInBrowser();

const names = ['a', 'b', 'c'];

beforeAll(() => {
  repository = new Repository();
  for (const name of names) repository.write(`src/${name}.toml`, numbered(name));
  repository.commit('first');
  for (const name of names)
    repository.write(
      `src/${name}.toml`,
      numbered(name)
        .replace(`${name}40 = 40`, `${name}40 = 'forty'`)
        .replace(`${name}80 = 80`, `${name}80 = 'eighty'`),
    );
});
afterAll(() => repository.remove());

const patiently = { timeout: 30_000 };

const share = sharedReview(() => reviews.open(['review'], repository.path));
const viewedIn = async (url: string): Promise<string[]> => {
  const { json } = await call(`${url}${sessionPath('getViewed')}`);
  return (json as { digests: string[] }).digests;
};
/** The review of all tests, in which no file is viewed. */
const openReview = async () => {
  const session = await share();
  const { url } = session;
  const digests = await viewedIn(url);
  const body = { digests, isViewed: false };
  if (digests.length > 0)
    await call(`${url}${sessionPath('changeViewed')}`, { method: 'PUT', body });
  expect(await viewedIn(url)).toEqual([]);
  return session;
};

const openTab = async (url: string, height = 800) => {
  const tab = await openPage(browser, url, { viewport: { width: 1280, height } });
  tab.page.setDefaultTimeout(patiently.timeout);
  await codeOf(tab.page, 'a.toml').getByText('forty').waitFor();
  return tab;
};

const tickOf = (page: Page, name: string): Locator =>
  codeOf(page, name).getByRole('checkbox', { name: 'Viewed' });
const gate = () => {
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { isOpen, open: () => open() };
};

/** Watches whether the number of checked files equals the page's count; returns a function that lists mismatches. */
const watchTicks = async (page: Page): Promise<() => Promise<string[]>> => {
  const unlike = await page.evaluateHandle(() => {
    const found: string[] = [];
    const watch = new MutationObserver(() => {
      const count = document.querySelector('.viewed-progress')?.textContent ?? '';
      const ticked = document.querySelectorAll('.diff-header-viewed input:checked').length;
      if (!count.startsWith(`${ticked} of`)) found.push(`${count}, ${ticked} ticked`);
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    return found;
  });
  return () => unlike.jsonValue();
};

/** Toggles a file's viewed mark, once nothing moves under the mouse. */
const tick = async (page: Page, name: string): Promise<void> => {
  await settledTop(tickOf(page, name));
  await tickOf(page, name).click();
};
const entryOf = (page: Page, name: string): Locator =>
  page.getByRole('treeitem', { name: new RegExp(name, 'u') });

describe('a viewed mark', { timeout: 120_000 }, () => {
  it('is shown in the other tabs, without moving the reading position', async () => {
    const { url } = await openReview();
    const { page, problems } = await openTab(url);
    const other = await openTab(url, 400);
    await entryOf(other.page, 'c.toml').click();
    const read = codeOf(other.page, 'c.toml').getByText('forty');
    await read.waitFor();
    const before = await settledTop(read);
    await tick(page, 'a.toml');
    await other.page.getByText('1 of 3 viewed').waitFor();
    expect(await settledTop(read)).toBe(before);
    await entryOf(page, 'c.toml').click();
    await tick(page, 'c.toml');
    await other.page.getByText('2 of 3 viewed').waitFor();
    await expect.poll(() => tickOf(other.page, 'c.toml').isChecked()).toBe(true);
    expect(await settledTop(read)).toBe(before);
    await entryOf(other.page, 'a.toml').click();
    await expect.poll(() => tickOf(other.page, 'a.toml').isChecked()).toBe(true);
    await expect.poll(() => codeOf(other.page, 'a.toml').getByText('forty').count()).toBe(0);
    await tick(other.page, 'a.toml');
    await page.getByText('1 of 3 viewed').waitFor();
    await tick(page, 'c.toml');
    await other.page.getByText('0 of 3 viewed').waitFor();
    // The file gone to counts, not the line that was selected before.
    await entryOf(page, 'b.toml').click();
    await page.keyboard.press('j');
    await codeOf(page, 'b.toml').locator('[data-selected-line]').first().waitFor();
    await page.keyboard.press(']');
    await page.keyboard.press('v');
    await expect.poll(() => tickOf(page, 'c.toml').isChecked()).toBe(true);
    await other.page.getByText('1 of 3 viewed').waitFor();
    expect([...problems, ...other.problems]).toEqual([]);
  });

  it('reaches a page that has loaded older marks', async () => {
    const { url } = await openReview();
    const { page } = await openTab(url);
    const other = await openTab(url);
    await tick(page, 'a.toml');
    await page.getByText('1 of 3 viewed').waitFor();
    const { isOpen, open } = gate();
    let asked = 0;
    await holdRequests(page, sessionPath('getViewed'), async (request) => {
      asked += 1;
      if (asked === 1) {
        await request.answer({ body: JSON.stringify({ digests: [] }) });
        return;
      }
      const { json } = await call(request.url);
      await isOpen;
      await request.answer({ body: JSON.stringify(json) });
    });
    await page.reload();
    await page.getByText('0 of 3 viewed').waitFor();
    await expect.poll(() => asked, patiently).toBe(2);
    // The event arrives before the older response.
    await tick(other.page, 'b.toml');
    await other.page.getByText('2 of 3 viewed').waitFor();
    open();
    await page.getByText('2 of 3 viewed').waitFor();
  });

  it('is the last one set, however slow the server is', async () => {
    const { url } = await openReview();
    const { page, problems } = await openTab(url);
    const other = await openTab(url);
    const { isOpen, open } = gate();
    let underWay = 0;
    let most = 0;
    await holdRequests(page, sessionPath('getViewed'), async ({ url, method, body, answer }) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await isOpen;
      const { status, json } = await call(url, {
        method,
        ...(body !== undefined && { raw: body }),
      });
      // Before the page has the response and may send the next request.
      underWay -= 1;
      await answer({ status, body: JSON.stringify(json) });
    });
    await tick(page, 'a.toml');
    await tick(page, 'a.toml');
    await tick(page, 'b.toml');
    await expect.poll(() => most, patiently).toBe(1);
    open();
    await other.page.getByText('1 of 3 viewed').waitFor();
    await expect.poll(() => tickOf(other.page, 'b.toml').isChecked(), patiently).toBe(true);
    await expect.poll(() => tickOf(other.page, 'a.toml').isChecked()).toBe(false);
    await expect.poll(() => tickOf(page, 'a.toml').isChecked()).toBe(false);
    expect(await viewedIn(url)).toHaveLength(1);
    expect(most).toBe(1);
    expect([...problems, ...other.problems]).toEqual([]);
  });

  it('stays local if it could not be stored, until another tab changes it', async () => {
    const { url } = await openReview();
    const { page } = await openTab(url);
    const other = await openTab(url);
    const { isOpen, open } = gate();
    await holdRequests(page, sessionPath('streamEvents'), async (request) => {
      await isOpen;
      await request.proceed();
    });
    await holdRequests(page, sessionPath('getViewed'), (request) =>
      request.method === 'PUT' ? request.fail() : request.proceed(),
    );
    await page.reload();
    await tick(page, 'a.toml');
    await page.getByText('The tick was not saved').waitFor();
    await tick(other.page, 'b.toml');
    await other.page.getByText('1 of 3 viewed').waitFor();
    open();
    await page.getByText('2 of 3 viewed').waitFor();
    await tick(other.page, 'a.toml');
    await tick(other.page, 'a.toml');
    await page.getByText('1 of 3 viewed').waitFor();
    await expect.poll(() => tickOf(page, 'b.toml').isChecked()).toBe(true);
  });
});

describe('a viewed file', { timeout: 120_000 }, () => {
  it('can be marked by keyboard, which goes on to the next file, and found by name', async () => {
    const { url } = await openReview();
    const { page } = await openTab(url);
    const unlike = await watchTicks(page);
    await page.getByRole('region', { name: 'Changed files' }).focus();
    await page.keyboard.press('Shift+V');
    await page.getByText('1 of 3 viewed').waitFor();
    await page.keyboard.press('Shift+V');
    await page.getByText('2 of 3 viewed').waitFor();
    await expect.poll(() => tickOf(page, 'c.toml').isChecked()).toBe(false);
    await page.keyboard.press('v');
    await page.getByText('3 of 3 viewed').waitFor();
    await page.keyboard.press('v');
    await page.getByText('2 of 3 viewed').waitFor();
    await expect.poll(() => tickOf(page, 'c.toml').isChecked()).toBe(false);
    expect(await unlike()).toEqual([]);

    await page.keyboard.press('[');
    await page.getByRole('treeitem', { name: /b\.toml/u, selected: true }).waitFor();
    await page.keyboard.press('o');
    await page.getByRole('tree').waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+F');
    await page.locator('.diff-tree-filter :focus').waitFor();
    await page.keyboard.type('c.toml');
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: /c\.toml/u, selected: true }).waitFor();
    // The filter has done its work.
    await page.getByRole('treeitem', { name: /b\.toml/u }).waitFor();
    // Focus is there: letters are shortcuts again.
    await page.locator('.diff-tree-filter :focus').waitFor({ state: 'detached' });
    await page.keyboard.press('v');
    await tickOf(page, 'c.toml').and(page.locator(':checked')).waitFor();
    const isKept = page.waitForResponse((response) => {
      const request = response.request();
      if (request.method() !== 'PUT' || !response.url().endsWith('/viewed')) return false;
      return !(request.postDataJSON() as { readonly isViewed: boolean }).isViewed;
    });
    await page.keyboard.press('v');
    await isKept;
  });

  // The last of them: it closes the review.
  it('is collapsed and counted, also in the next session, and comes back when it changes', async () => {
    const session = await openReview();
    const { page, problems } = await openTab(session.url);
    await page.getByText('0 of 3 viewed').waitFor();
    await tickOf(page, 'a.toml').check();
    await page.getByText('1 of 3 viewed').waitFor();
    await codeOf(page, 'a.toml').getByText('forty').waitFor({ state: 'detached' });
    await page.getByRole('treeitem', { name: /a\.toml.*Viewed/u }).waitFor();
    await page.reload();
    await page.getByText('1 of 3 viewed').waitFor();
    await codeOf(page, 'b.toml').getByText('forty').waitFor();
    expect(await codeOf(page, 'a.toml').getByText('forty').count()).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);
    await tickOf(page, 'b.toml').check();
    await page.getByText('2 of 3 viewed').waitFor();
    expect(problems).toEqual([]);
    await reviews.close(session);

    repository.write('src/a.toml', numbered('a').replace('a40 = 40', "a40 = 'other'"));
    const { url } = await reviews.open(['review'], repository.path);
    const { page: later } = await openPage(browser, url);
    later.setDefaultTimeout(patiently.timeout);
    await later.getByText('1 of 3 viewed').waitFor();
    await codeOf(later, 'a.toml').getByText('other').waitFor();
    await later.getByRole('button', { name: 'Expand src/b.toml' }).waitFor();
    await codeOf(later, 'c.toml').getByText('forty').waitFor();
  });
});
