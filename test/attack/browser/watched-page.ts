import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import type * as witness from './witness.ts';

declare const tested: typeof witness;

interface Visit {
  readonly page: Page;
  readonly crimes: readonly string[];
}

/**
 * A page whose side effects are recorded. It visits one URL after the other, since a renderer process for each would
 * cost more than what is tested there.
 * @param script the witness
 * @returns opens a URL; all that it requests must be below `base`
 */
export const watchedPage = async (
  browser: Browser,
  script: string,
): Promise<(address: string, base?: string) => Promise<Visit>> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1600 } });
  await context.addInitScript(script);
  let allowed = '';
  let crimes: string[] = [];
  // An HTML document asks for what it likes, and gets none of it: `e2e/hostile-html.test.ts`.
  const framed = new Set<string>();
  context.on('request', (request) => {
    if (request.frame().parentFrame() !== null) framed.add(request.url());
    else if (
      !request.url().startsWith(`${allowed}/`) &&
      !/^(?:data|blob|about):/u.test(request.url())
    )
      crimes.push(`it asked for ${request.url()}`);
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  context.on('page', (other) => crimes.push(`it opened ${other.url()}`));
  page.on('dialog', (dialog) => {
    crimes.push(`it asked: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => crimes.push(`it failed: ${error.message}`));
  page.on('console', (message) => {
    // Images that a comment names and nobody has uploaded.
    const isMissingImage = new URL(message.location().url, allowed).pathname.includes('/uploads/');
    const isFramed = framed.has(message.location().url);
    if (message.type() === 'error' && !isMissingImage && !isFramed)
      crimes.push(`it complained: ${message.text()}`);
  });
  return async (address, base = address) => {
    // What a page requests when it is left is its own. With a blank page, the process would end, too.
    if (allowed !== '') await page.goto(`${allowed}/nothing-is-here`);
    allowed = base;
    crimes = [];
    await page.goto(address);
    return { page, crimes };
  };
};

/** Asserts that there were no side effects and no navigation. */
export const assertInnocent = async (
  page: Page,
  crimes: readonly string[],
  url: string,
): Promise<void> => {
  expect(crimes).toEqual([]);
  expect(await page.evaluate(() => tested.crimes)).toEqual([]);
  expect(await page.evaluate(() => tested.isPwned())).toBe(false);
  expect(page.url().replace(/\/?(?:#.*)?$/u, '')).toBe(url);
};

/** Scrolls through the page, or through the elements matching a selector. */
export const readAll = (page: Page, selector = '*'): Promise<void> =>
  page.evaluate((place) => tested.readAll(place), selector);

/** How many hostile texts have been shown so far. */
export const countShown = (page: Page): Promise<number> => page.evaluate(() => tested.shown.size);
