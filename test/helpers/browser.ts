import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import { launchChromium } from '../../scripts/chromium.mjs';

/** A real Chromium without a window, run by the program that `wrap` makes of its own; with further options. */
export const launchBrowserBy = (
  wrap: (program: string) => string,
  options: readonly string[] = [],
): Promise<Browser> => launchChromium({ wrap, options });

/** A real Chromium without a window, of this test file alone; `options` are further ones of its command line. */
export const launchBrowser = (...options: string[]): Promise<Browser> =>
  launchBrowserBy((program) => program, options);

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the address of the browser that all files share. */
    readonly browserAt: string;
  }
}

/** The Chromium of the run. What is opened by it is this file's own, and ends with `close`, which leaves it to others. */
export const connectBrowser = async (): Promise<Browser> => {
  const response = await fetch(inject('browserAt'));
  const text = await response.text();
  if (!response.ok) throw new Error(`The browser of the tests does not start: ${text}`);
  return chromium.connect(text);
};

export interface WatchedPage {
  readonly page: Page;
  /** What went wrong in it: errors on the console, violations of the security policy, failed requests. */
  readonly problems: readonly string[];
}

/** Has a test that fails say what its page showed, and which requests came to nothing; closes the page behind it. */
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
      // What a handler is still doing for it is for nobody; it may be closing by itself.
      await page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined);
      await page.context().close();
    });
  } catch {
    // It is opened for all tests of a file, before the first.
  }
};

/** Opens an address in a context of its own and collects what goes wrong there. */
export const openPage = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  // Less than a test may take, so that what is missing is named.
  page.setDefaultTimeout(30_000);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  endWithTest(page, problems);
  await page.goto(url);
  return { page, problems };
};

const neededInTheEnd = ['decision-popover', 'decide', 'undo-decision', 'end-screen', 'kept-words'];

/** Waits for what the page fetches behind its first paint and needs when its server is gone. */
export const partsForTheEnd = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
    )
    .toEqual(
      expect.arrayContaining(
        neededInTheEnd.map((part) => expect.stringContaining(`/${part}-`) as string),
      ),
    );

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

const violationsOf = async (page: Page): Promise<AxeResult['violations']> => {
  const source = await readFile(
    createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
    'utf8',
  );
  // Evaluated over the debugger, which the page's security policy does not hold for.
  await page.evaluate(source);
  const { violations } = await page.evaluate<AxeResult>('axe.run()');
  return violations;
};

const told = (violations: AxeResult['violations']): string[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );

/** The violations of accessibility rules on a page, each with the elements that break it. */
export const allViolations = async (page: Page): Promise<string[]> =>
  told(await violationsOf(page));

/** Those of them that are serious. */
export const seriousViolations = async (page: Page): Promise<string[]> =>
  told(
    (await violationsOf(page)).filter(
      ({ impact }) => impact === 'serious' || impact === 'critical',
    ),
  );
