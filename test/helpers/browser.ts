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
  await Promise.all(browser.contexts().map((context) => context.close()));
};

export interface WatchedPage {
  readonly page: Page;
  /** Console errors, violations of the content security policy, and failed requests. */
  readonly problems: readonly string[];
}

/** When the test fails, reports what the page showed and which requests failed; closes the page in any case. */
const endWithTest = (page: Page, problems: readonly string[]): void => {
  const failed: string[] = [];
  page.on('requestfailed', (request) => {
    failed.push(`${request.failure()?.errorText ?? 'failed'} ${request.url()}`);
  });
  const tell = async () => {
    const shown = page.isClosed() ? 'closed' : await page.locator('body').innerText();
    const troubles = [...problems, ...failed].map((trouble) => `! ${trouble}\n`);
    process.stderr.write(`${page.url()}\n${troubles.join('')}${shown.slice(0, 1500)}\n`);
  };
  try {
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') await tell();
      // Nobody needs its route handlers any more; the page may be closing by itself.
      await page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined);
      await page.context().close();
    });
  } catch {
    // Opened in `beforeAll`, outside of a test.
  }
};

/** Opens a URL in a new context and collects its problems. */
export const openPage = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  // Less than the timeout of a test, so that the error names what was missing.
  page.setDefaultTimeout(30_000);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('response', (response) => {
    if (response.ok() && response.url().endsWith(sessionPath('streamEvents'))) following.add(page);
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  endWithTest(page, problems);
  await page.goto(url);
  return { page, problems };
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

const neededInTheEnd = ['decision-parts', 'undo-decision', 'end-screen', 'kept-words'];

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

const violationsOf = async (page: Page): Promise<AxeResult['violations']> => {
  // Evaluated through the debugger, which bypasses the page's content security policy.
  if (await page.evaluate(() => !('axe' in window)))
    await page.evaluate(await readFile(axeSource, 'utf8'));
  // The other results are so large that transferring them takes ten times as long as the run.
  return page.evaluate<AxeResult['violations']>(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)",
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

/** Only the serious ones. */
export const seriousViolations = (page: Page): Promise<string[]> =>
  lasting(async () =>
    told(
      (await violationsOf(page)).filter(
        ({ impact }) => impact === 'serious' || impact === 'critical',
      ),
    ),
  );
