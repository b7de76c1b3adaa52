import type { Browser, BrowserContext, Page } from 'playwright-core';
import { bundleModule } from '../../helpers/browser-module.ts';
import { until } from '../../helpers/until.ts';
import type { Aim } from './attempts.ts';
import { hostilePage } from './servers.ts';
import type * as windows from './windows.ts';

declare const tested: typeof windows;

/** What a hostile page has obtained. */
export interface Loot {
  /** What its scripts could read or run, and how. */
  readonly taken: readonly { readonly attempt: string; readonly aim: Aim; readonly text: string }[];
  /** URLs of the frames that display something. */
  readonly frames: readonly string[];
  /** What it could read from frames and windows. */
  readonly texts: readonly string[];
}

/** Returns a function that waits until all requests of a context have been answered. */
const watchRequests = (context: BrowserContext): (() => Promise<void>) => {
  const pending = new Set<unknown>();
  context.on('request', (request) => pending.add(request));
  context.on('requestfinished', (request) => pending.delete(request));
  context.on('requestfailed', (request) => pending.delete(request));
  // A stream does not end, so response headers count.
  context.on('response', (response) => pending.delete(response.request()));
  return () => until('all is answered', () => pending.size === 0);
};

let script: Promise<string> | undefined;
/** Bundled once for all pages. */
const windowsScript = (): Promise<string> =>
  (script ??= bundleModule('test/attack/browser/windows.ts'));

/** Opens a page at a URL, served by its own server or, for planted pages, by the test. */
const openAt = async (context: BrowserContext, url: string): Promise<Page> => {
  const page = await context.newPage();
  if (url.endsWith('/planted'))
    await page.route(url, (route) =>
      route.fulfill({ contentType: 'text/html', body: hostilePage }),
    );
  await page.goto(url);
  // Nothing else is answered by the test, so no other request needs to be stopped.
  await page.unrouteAll();
  // In the page alone: an init script would run in hundreds of frames and windows, too.
  await page.evaluate(await windowsScript());
  return page;
};

const isNew = (url: string): boolean => url === '' || url === 'about:blank';

/** The URLs of a page's frames, once they have loaded. */
const framesOf = async (page: Page): Promise<string[]> => {
  const urls = () =>
    page
      .frames()
      .slice(1)
      .map((frame) => frame.url());
  await until('the frames are there', () => !urls().some(isNew));
  // A frame's content is readable only after its response has ended.
  await Promise.all(page.frames().map((frame) => frame.waitForLoadState()));
  return urls();
};

/** Chromium throttles pages with many failing WebSockets. */
const aimsAtOnce = 12;

/** Makes every attempt on every aim from pages at a URL. */
export const attackFrom = async (
  browser: Browser,
  url: string,
  aims: readonly Aim[],
): Promise<Loot> => {
  const groups = Array.from({ length: Math.ceil(aims.length / aimsAtOnce) }, (_, index) =>
    aims.slice(index * aimsAtOnce, (index + 1) * aimsAtOnce),
  );
  const loots = await Promise.all(groups.map((group) => attackInOnePage(browser, url, group)));
  return {
    taken: loots.flatMap(({ taken }) => taken),
    frames: loots.flatMap(({ frames }) => frames),
    texts: loots.flatMap(({ texts }) => texts),
  };
};

const attackInOnePage = async (
  browser: Browser,
  url: string,
  aims: readonly Aim[],
): Promise<Loot> => {
  const context = await browser.newContext();
  try {
    const settled = watchRequests(context);
    const page = await openAt(context, url);
    const taken = await page.evaluate((all) => tested.tryAll(all), aims);
    await page.evaluate((all) => tested.frameAll(all), aims);
    await settled();
    const frames = await framesOf(page);
    const texts = await page.evaluate(() => tested.readFrames());
    // Anyone may open the page itself.
    const opened = aims.filter(({ isPage }) => !isPage);
    texts.push(...(await openWindows(page, opened, settled)));
    return { taken, frames, texts };
  } finally {
    await context.close();
  }
};

/** Lets a page at a URL open others in windows; resolves with how many of those it can still access. */
export const openFrom = async (
  browser: Browser,
  url: string,
  aims: readonly Aim[],
): Promise<{ readonly held: number; readonly texts: readonly string[] }> => {
  const context = await browser.newContext();
  try {
    const page = await openAt(context, url);
    const texts = await openWindows(page, aims, watchRequests(context));
    return { held: await page.evaluate(() => tested.countHeld()), texts };
  } finally {
    await context.close();
  }
};

const openWindows = async (
  page: Page,
  aims: readonly Aim[],
  settled: () => Promise<void>,
): Promise<string[]> => {
  await page.evaluate((all) => tested.openAll(all), aims);
  const windows = () => page.context().pages();
  await until(
    'the windows are there',
    () => windows().filter((window) => !isNew(window.url())).length > aims.length,
  );
  await Promise.all(windows().map((window) => window.waitForLoadState()));
  await settled();
  return page.evaluate(() => tested.readPopups());
};
