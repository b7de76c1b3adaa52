// The Chromium of the tests and of the benchmarks: a program inside of a package.

const launchOptions = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * A real Chromium without a window, run by the program that `wrap` makes of its own; `options` are further ones of its
 * command line.
 */
export const launchChromium = async ({ wrap = (program) => program, options = [] } = {}) => {
  const [{ default: sparticuz }, { chromium }] = await Promise.all([
    import('@sparticuz/chromium'),
    import('playwright-core'),
  ]);
  return chromium.launch({
    executablePath: wrap(await sparticuz.executablePath()),
    headless: true,
    args: [...launchOptions, ...options],
  });
};
