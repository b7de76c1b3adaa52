import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import type { Page } from 'playwright-core';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Bundles a module as a script for a page; its exports are in `window.tested`. */
export const bundleModule = async (path: string): Promise<string> => {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(root, path)],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'tested',
    // The script's own variable may not be global.
    footer: { js: 'globalThis.tested = tested;' },
    target: 'es2023',
  });
  return outputFiles[0]?.text ?? '';
};

/** Loads a module of the page into a browser's page. */
export const loadModule = async (page: Page, path: string): Promise<void> => {
  await page.addScriptTag({ content: await bundleModule(path) });
};
