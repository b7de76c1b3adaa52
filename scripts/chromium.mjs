// The Chromium of the tests and of the benchmarks: a program inside of a package, unpacked into `.build`; where the package
// has none for the system, the Chrome that is installed.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './root.mjs';

const launchOptions = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const versionOf = (name) =>
  JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;

/**
 * Unpacks Chromium once per version and returns the path of its program. The package itself unpacks in place, into the
 * shared temporary folder, where one process can start a program that another is still writing, and any user could have
 * planted one. Here it is unpacked into a folder of its own, which is moved into `parent` once it is complete.
 */
export const unpackChromium = async (parent = join(root, '.build')) => {
  const folder = join(parent, `chromium-${versionOf('@sparticuz/chromium')}`);
  const program = join(folder, 'chromium');
  if (existsSync(program)) return program;
  mkdirSync(parent, { recursive: true });
  const partial = mkdtempSync(`${folder}-`);
  try {
    await promisify(execFile)(process.execPath, [join(root, 'scripts', 'unpack-chromium.mjs')], {
      env: { ...process.env, TMPDIR: partial },
    });
    moveInto(folder, partial);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return program;
};

const moveInto = (folder, partial) => {
  try {
    renameSync(partial, folder);
  } catch (error) {
    // Another process was faster.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  }
};

const installed = {
  darwin: '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  win32: 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
};

/** The path of the browser's program: what CHROME_PATH names, else the system's; throws with what helps. */
export const findBrowser = async () => {
  const named = process.env.CHROME_PATH;
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(
      `CHROME_PATH is ${named}, where there is no file. Name the program of a Chrome or a Chromium.`,
    );
  }
  const program = installed[process.platform];
  if (program === undefined) return unpackChromium();
  if (existsSync(program)) return program;
  throw new Error(
    `There is no Chrome at ${program}. Install it, or set CHROME_PATH to the program of a Chrome or a Chromium.`,
  );
};

const settingsFor = (executablePath, options = []) => ({
  executablePath,
  headless: true,
  args: [...launchOptions, ...options],
});

/**
 * A real Chromium without a window, run by the program that `wrap` makes of its own; `options` are further ones of its
 * command line.
 */
export const launchChromium = async ({ wrap = (program) => program, options } = {}) => {
  const { chromium } = await import('playwright-core');
  return chromium.launch(settingsFor(wrap(await findBrowser()), options));
};

/** One that several processes use at once, each by its address. */
export const launchChromiumServer = async () => {
  const { chromium } = await import('playwright-core');
  return chromium.launchServer(settingsFor(await findBrowser()));
};
