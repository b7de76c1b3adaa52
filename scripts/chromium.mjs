// Chromium for tests and benchmarks: from a package, unpacked into `.build`, or the installed Chrome if the package
// does not support the system.
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
 * Unpacks Chromium once per version and returns the program's path. The package itself unpacks in place into the shared
 * temporary folder, where a process could start a half-written program, or another user could have planted one. Here it
 * is unpacked privately and moved into `parent` when complete.
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

/** The path of the browser: CHROME_PATH, else the system's; throws with advice. */
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

/** Launches a headless Chromium. @param wrap may replace the program @param options further command-line options */
export const launchChromium = async ({ wrap = (program) => program, options = [] } = {}) => {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: wrap(await findBrowser()),
    headless: true,
    args: [...launchOptions, ...options],
  });
};
