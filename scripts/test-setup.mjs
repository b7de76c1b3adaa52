// Vitest's global setup: builds these sources if necessary, and shares one browser.
import { findBrowser } from './chromium.mjs';
import { shareBrowser } from './shared-browser.mjs';
import { build } from './steps.mjs';

export const setup = async ({ provide }) => {
  await build();
  await findBrowser();
  const { address, close } = await shareBrowser();
  provide('browserAt', address);
  return close;
};
