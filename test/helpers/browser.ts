import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { sessionPath } from './paths.ts';
import { launchChromium } from '../../scripts/chromium.mjs';

/** A real headless Chromium, started through the program from `wrap`, with further command-line options. */
export const launchBrowserBy = (
  wrap: (program: string) => string,
  options: readonly string[] = [],
): Promise<Browser> => launchChromium({ wrap, options });

/** A real headless Chromium for this test file alone, with further command-line options. */
export const launchBrowser = (...options: string[]): Promise<Browser> =>
  launchBrowserBy((program) => program, options);

let shared: Promise<Browser> | undefined;

/**
 * The Chromium that all test files of a Vitest worker share; it ends with the worker. Launched on demand, and again if
 * it died.
 */
export const sharedBrowser = async (): Promise<Browser> => {
  const forget = () => (shared = undefined);
  shared ??= launchBrowser().then((browser) => browser.on('disconnected', forget));
  shared.catch(forget);
  return shared;
};

/** Closes what a test file has opened in the shared browser. */
export const closePages = async (browser: Browser): Promise<void> => {
  freePages.delete(browser);
  await Promise.all(browser.contexts().map((context) => context.close()));
};

export interface WatchedPage {
  readonly page: Page;
  /** Console errors, violations of the content security policy, and failed requests. */
  readonly problems: readonly string[];
}

/** Runs once the test is over, with whether it failed; not for what `beforeAll` opens, outside of a test. */
const afterTest = (end: (hasFailed: boolean) => Promise<void>): void => {
  try {
    onTestFinished(({ task }) => end(task.result?.state === 'fail'));
  } catch {
    // Called in `beforeAll`.
  }
};

/** Collects the problems of a page; when the test fails, reports them, and what the page showed. */
const watch = (page: Page): WatchedPage => {
  // Less than the timeout of a test, so that the error names what was missing.
  page.setDefaultTimeout(30_000);
  const problems: string[] = [];
  const failed: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('response', (response) => {
    if (response.ok() && response.url().endsWith(sessionPath('streamEvents'))) following.add(page);
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    failed.push(`${request.failure()?.errorText ?? 'failed'} ${request.url()}`);
  });
  afterTest(async (hasFailed) => {
    if (!hasFailed) return;
    const shown = page.isClosed() ? 'closed' : await page.locator('body').innerText();
    const troubles = [...problems, ...failed].map((trouble) => `! ${trouble}\n`);
    process.stderr.write(`${page.url()}\n${troubles.join('')}${shown.slice(0, 1500)}\n`);
  });
  return { page, problems };
};

const newPage = async (browser: Browser, options: BrowserContextOptions): Promise<Page> =>
  (await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })).newPage();

/** Opens a URL in a new context and collects its problems; for what `openPage` is not for. */
export const openNewPage = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> => {
  const page = await newPage(browser, options);
  afterTest(async () => {
    // Nobody needs its route handlers any more; the page may be closing by itself.
    await page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined);
    await page.context().close();
  });
  const watched = watch(page);
  await page.goto(url);
  return watched;
};

interface PageOptions extends BrowserContextOptions {
  /** Runs before the URL is opened: for routes. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

interface FreePage {
  readonly page: Page;
  /** The options of its context that last as long as it. */
  readonly lasting: string;
  /** Where it was: it has the scripts of that origin compiled. */
  readonly origin: string;
}

/** Pages whose test is over, per browser, the oldest first. */
const freePages = new WeakMap<Browser, FreePage[]>();
const mostFree = 3;

const watchedEvents = [
  'console',
  'dialog',
  'download',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const;

/** Leaves a page as if it were new, but for its process and the cache of its context. */
const free = async (browser: Browser, { page, lasting, origin }: FreePage): Promise<void> => {
  const context = page.context();
  for (const event of watchedEvents) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await Promise.all(
    context
      .pages()
      .filter((other) => other !== page)
      .map((other) => other.close()),
  );
  await page.evaluate('localStorage.clear(), sessionStorage.clear()');
  await context.clearCookies();
  // Of the same site, so that its process stays.
  await page.goto(new URL('nothing-is-here', origin).href);
  const all = freePages.get(browser) ?? [];
  freePages.set(browser, all);
  all.push({ page, lasting, origin });
  if (all.length > mostFree) await all.shift()?.page.context().close();
};

const yes = () => true;
const no = () => false;

/** The free page that fits best: one of the same origin, else the oldest. */
const takeFree = (browser: Browser, lasting: string, origin: string): Page | undefined => {
  const all = freePages.get(browser) ?? [];
  const fits = (one: FreePage) => !one.page.isClosed() && one.lasting === lasting;
  const same = all.findIndex((one) => fits(one) && one.origin === origin);
  const found = same === -1 ? all.findIndex(fits) : same;
  return found === -1 ? undefined : all.splice(found, 1)[0]?.page;
};

/**
 * Opens a URL and collects the problems of its page: one that an earlier test has left, if there is one. It takes two
 * thirds of the CPU time of a new one, and a third if it had the same review. Not for tests of what a page loads for the
 * first time, or that install a script or a clock in theirs, which would stay.
 */
export const openPage = async (
  browser: Browser,
  url: string,
  {
    viewport = { width: 1280, height: 800 },
    colorScheme = 'light',
    contrast = 'no-preference',
    forcedColors = 'none',
    reducedMotion = 'no-preference',
    prepare,
    ...options
  }: PageOptions = {},
): Promise<WatchedPage> => {
  const lasting = JSON.stringify(options);
  const { origin } = new URL(url);
  const page = takeFree(browser, lasting, origin) ?? (await newPage(browser, options));
  afterTest(async (hasFailed) => {
    // The page may be closed, or its server gone.
    if (hasFailed || !(await free(browser, { page, lasting, origin }).then(yes, no)))
      await page.context().close();
  });
  const watched = watch(page);
  following.delete(page);
  if (viewport !== null) await page.setViewportSize(viewport);
  await page.emulateMedia({ media: null, colorScheme, contrast, forcedColors, reducedMotion });
  await prepare?.(page);
  await page.goto(url);
  return watched;
};

/** Changes the theme and the like; resolves when colours no longer change. */
export const emulateMedia = async (
  page: Page,
  media: Parameters<Page['emulateMedia']>[0],
): Promise<void> => {
  await page.emulateMedia(media);
  await page.evaluate(async () => {
    do await new Promise(requestAnimationFrame);
    while (document.getAnimations().some(({ playState }) => playState === 'running'));
  });
};

const neededInTheEnd = ['decision-parts', 'kept-words'];

/** Pages whose stream of events has opened. */
const following = new WeakSet<Page>();

/**
 * Waits for the parts that the page prefetches because it needs them once its server is gone, and for the stream that
 * tells it so.
 */
export const partsForTheEnd = async (page: Page): Promise<void> => {
  await expect.poll(() => following.has(page)).toBe(true);
  await expect
    .poll(() =>
      page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
    )
    .toEqual(
      expect.arrayContaining(
        neededInTheEnd.map((part) => expect.stringContaining(`/${part}-`) as string),
      ),
    );
};

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

const axeSource = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Through the debugger: past the page's content security policy, and for two thirds of the CPU time of an evaluation. */
const loadAxe = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: await readFile(axeSource, 'utf8') });
  await session.detach();
};

const colourRules = ['color-contrast', 'link-in-text-block'];

interface Looking {
  readonly rules?: readonly string[];
  /** A selector of the parts that are looked at, else all of the page. */
  readonly part?: string | undefined;
}

const violationsOf = async (
  page: Page,
  { rules, part }: Looking = {},
): Promise<AxeResult['violations']> => {
  if (await page.evaluate(() => !('axe' in window))) await loadAxe(page);
  // The other results are so large that transferring them takes ten times as long as the run.
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const context = part === undefined ? 'document' : JSON.stringify(part);
  return page.evaluate<AxeResult['violations']>(
    `axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
};

const told = (violations: AxeResult['violations']): string[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );

const lastsMs = 15_000;

/** Those that last: what is being drawn, or fades in, may have some for a moment. */
const lasting = async (find: () => Promise<string[]>): Promise<string[]> => {
  const end = performance.now() + lastsMs;
  let found = await find();
  while (found.length > 0 && performance.now() < end) found = await find();
  return found;
};

/** All accessibility violations on a page, each with its elements. */
export const allViolations = (page: Page): Promise<string[]> =>
  lasting(async () => told(await violationsOf(page)));

/**
 * Those that depend on colours: for a page without other ones that only changes its colours. A selector names the parts
 * that differ from what was looked at before.
 */
export const colourViolations = (page: Page, part?: string): Promise<string[]> =>
  lasting(async () => told(await violationsOf(page, { rules: colourRules, part })));

/** Only the serious ones. */
export const seriousViolations = (page: Page): Promise<string[]> =>
  lasting(async () =>
    told(
      (await violationsOf(page)).filter(
        ({ impact }) => impact === 'serious' || impact === 'critical',
      ),
    ),
  );
