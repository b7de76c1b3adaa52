import type { Browser } from 'playwright-core';

interface ChromiumOptions {
  /** Makes of the program the one that is run. */
  readonly wrap?: (program: string) => string;
  /** Further options of its command line. */
  readonly options?: readonly string[];
}

/** Unpacks Chromium into a folder of `parent`, unless it is there already; returns the path of its program. */
export const unpackChromium: (parent?: string) => Promise<string>;

/** The path of the browser's program: what CHROME_PATH names, else the system's; throws with what helps. */
export const findBrowser: () => Promise<string>;

/** A real Chromium without a window. */
export const launchChromium: (options?: ChromiumOptions) => Promise<Browser>;
