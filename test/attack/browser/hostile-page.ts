import type { Browser, BrowserContext, Page } from 'playwright-core';
import { bundleModule } from '../../helpers/browser-module.ts';
import { until } from '../../helpers/until.ts';
import type { Aim } from './attempts.ts';
import { hostilePage } from './servers.ts';
import type * as windows from './windows.ts';

declare const tested: typeof windows;

/** What a hostile page has got hold of. */
export interface Loot {
  /** What its scripts could read or run, and how. */
  readonly taken: readonly { readonly attempt: string; readonly aim: Aim; readonly text: string }[];
  /** The frames that show something, by their address. */
  readonly frames: readonly string[];
  /** What it could read of frames and of windows. */
  readonly texts: readonly string[];
}

/** Resolves, when it is asked to, once a context has its answers to all that it has asked for. */
const watchRequests = (context: BrowserContext): (() => Promise<void>) => {
  const pending = new Set<unknown>();
  context.on('request', (request) => pending.add(request));
  context.on('requestfinished', (request) => pending.delete(request));
  context.on('requestfailed', (request) => pending.delete(request));
  // A stream that is opened does not end; its answer is enough.
  context.on('response', (response) => pending.delete(response.request()));
  return () => until('all is answered', () => pending.size === 0);
};

/** Opens a page at an address, which is answered by the server there or, where it is another's, by us. */
const openAt = async (context: BrowserContext, url: string): Promise<Page> => {
  await context.addInitScript(await bundleModule('test/attack/browser/windows.ts'));
  const page = await context.newPage();
  if (url.endsWith('/planted'))
    await page.route(url, (route) =>
      route.fulfill({ contentType: 'text/html', body: hostilePage }),
    );
  await page.goto(url);
  return page;
};

const isNew = (url: string): boolean => url === '' || url === 'about:blank';

/** The addresses of a page's frames, once each shows what it will show. */
const framesOf = async (page: Page): Promise<string[]> => {
  const urls = () =>
    page
      .frames()
      .slice(1)
      .map((frame) => frame.url());
  await until('the frames are there', () => !urls().some(isNew));
  // What one has is there to be read only once its answer has come to its end.
  await Promise.all(page.frames().map((frame) => frame.waitForLoadState()));
  return urls();
};

/** Chromium slows the WebSockets of a page down that fail in greater number. */
const aimsAtOnce = 10;

/** Has pages at an address try everything on every aim. */
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
    // The page itself everybody may open.
    const opened = aims.filter(({ isPage }) => !isPage);
    texts.push(...(await openWindows(page, opened, settled)));
    return { taken, frames, texts };
  } finally {
    await context.close();
  }
};

/** Has a page at an address open others in windows; resolves with how many of those it can still reach. */
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
