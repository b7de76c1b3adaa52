import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import type { Page } from 'playwright-core';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Loads a module of the page, bundled, into a browser's page: what it exports stands in `window.tested`. */
export const loadModule = async (page: Page, path: string): Promise<void> => {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(root, path)],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'tested',
    target: 'es2023',
  });
  // A script element makes its variable a property of the window.
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
};
