// Vitest's global set-up: the tests run what was built of these sources, with one browser for all files.
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
