import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

type BundleProcesses = (
  outputFolder: string,
  names?: readonly string[],
  release?: string,
) => Promise<void>;

/**
 * Makes another release of the build, inside the project, so that it finds its packages; removed after the
 * test file.
 * @returns the path of its CLI
 */
export const installRelease = async (release: string): Promise<string> => {
  const script = pathToFileURL(join(root, 'scripts', 'bundle.mjs')).href;
  const { bundleProcesses } = (await import(script)) as { bundleProcesses: BundleProcesses };
  await mkdir(join(root, '.build'), { recursive: true });
  const folder = await mkdtemp(join(root, '.build', 'release-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const names = ['cli', 'supervisor', 'worker'];
  await bundleProcesses(folder, names, release);
  // What the threads do is the same in each release. A code cache is of one script.
  const caches = new Set(names.map((name) => `${name}.cjs.cache`));
  const filter = (path: string) => !caches.has(basename(path));
  await cp(join(root, 'dist'), folder, { recursive: true, force: false, filter });
  return join(folder, 'cli.cjs');
};
