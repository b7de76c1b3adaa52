// Vitest's global set-up: the tests run what was built of these sources, and a Chromium that is there before them.
import { unpackChromium } from './chromium.mjs';
import { build } from './steps.mjs';

export const setup = async () => {
  await build();
  await unpackChromium();
};
