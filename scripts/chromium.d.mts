import type { Browser } from 'playwright-core';

interface ChromiumOptions {
  /** Makes of the program the one that is run. */
  readonly wrap?: (program: string) => string;
  /** Further options of its command line. */
  readonly options?: readonly string[];
}

/** A real Chromium without a window. */
export const launchChromium: (options?: ChromiumOptions) => Promise<Browser>;
