import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

type BundleProcesses = (
  outputFolder: string,
  names?: readonly string[],
  release?: string,
) => Promise<void>;

/**
 * Builds the whole product as another release, inside the project, so that it finds its packages; removed after the
 * test file.
 * @returns the path of its CLI
 */
export const installRelease = async (release: string): Promise<string> => {
  const script = pathToFileURL(join(root, 'scripts', 'bundle.mjs')).href;
  const { bundleProcesses } = (await import(script)) as { bundleProcesses: BundleProcesses };
  await mkdir(join(root, '.build'), { recursive: true });
  const folder = await mkdtemp(join(root, '.build', 'release-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  await bundleProcesses(folder, undefined, release);
  await cp(join(root, 'dist', 'web'), join(folder, 'web'), { recursive: true });
  return join(folder, 'cli.cjs');
};
