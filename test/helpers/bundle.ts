import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export type EntryName = 'cli' | 'supervisor' | 'worker' | 'tasks' | 'thread';

type BundleProcesses = (
  outputFolder: string,
  names: readonly EntryName[],
  release?: string,
) => Promise<void>;

/** A folder inside the project, so that bundled code finds its packages; removed after the test file. */
const bundleFolder = async (name: string): Promise<string> => {
  await mkdir(join(root, '.build'), { recursive: true });
  const folder = await mkdtemp(join(root, '.build', name));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/**
 * Bundles entries like the build, into a folder for this test file.
 * @returns the path of each entry's file
 */
export const bundleEntries = async (
  ...names: EntryName[]
): Promise<(name: EntryName) => string> => {
  const folder = await bundleFolder('bundle-');
  await (
    await bundler()
  )(folder, names);
  return (name) => join(folder, `${name}.cjs`);
};

const bundler = async (): Promise<BundleProcesses> => {
  const script = pathToFileURL(join(root, 'scripts', 'bundle.mjs')).href;
  const { bundleProcesses } = (await import(script)) as { bundleProcesses: BundleProcesses };
  return bundleProcesses;
};

/**
 * Builds the whole product as another release.
 * @returns the path of its CLI
 */
export const installRelease = async (release: string): Promise<string> => {
  const folder = await bundleFolder('release-');
  await (
    await bundler()
  )(folder, ['cli', 'supervisor', 'worker', 'tasks', 'thread'], release);
  await cp(join(root, 'dist', 'web'), join(folder, 'web'), { recursive: true });
  return join(folder, 'cli.cjs');
};
