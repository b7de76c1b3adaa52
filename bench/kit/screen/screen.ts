import { readFile } from 'node:fs/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchChromium } from '../../../scripts/chromium.mjs';

/** A browser for measuring pages. */
export interface Screen {
  /** Opens a URL in a new context with an empty cache, with `probe` injected. */
  readonly open: (url: string, prepare?: (tab: Tab) => Promise<unknown>) => Promise<Tab>;
  readonly stop: () => Promise<void>;
}

export interface Tab {
  readonly page: Page;
  readonly devTools: CDPSession;
  /** Evaluates an expression in the page; rejects with its errors. */
  readonly ask: <Value>(expression: string) => Promise<Value>;
  readonly close: () => Promise<void>;
}

/** Timeout for anything on a page. */
const timeoutMs = 120_000;

/** Launches a headless Chromium; `probe` is a script injected into each page before its own. */
export const startScreen = async (probe: string): Promise<Screen> => {
  const script = await readFile(probe, 'utf8');
  const browser = await launchChromium();
  return {
    open: (url, prepare) => openTab(browser, { url, script, prepare }),
    stop: () => browser.close(),
  };
};

interface TabOptions {
  readonly url: string;
  readonly script: string;
  readonly prepare: ((tab: Tab) => Promise<unknown>) | undefined;
}

const openTab = async (browser: Browser, { url, script, prepare }: TabOptions): Promise<Tab> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  await page.addInitScript(script);
  const tab: Tab = {
    page,
    devTools: await context.newCDPSession(page),
    ask: (expression) => page.evaluate(expression),
    close: () => context.close(),
  };
  await prepare?.(tab);
  await page.goto(url, { waitUntil: 'commit' });
  return tab;
};
