// Vitest's global setup: builds these sources and unpacks the browser if necessary.
import { findBrowser } from './chromium.mjs';
import { build } from './steps.mjs';

export const setup = async () => {
  await build();
  await findBrowser();
};
