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

/** A folder inside of the project, where what is bundled finds its packages; gone at the end of the test file. */
const bundleFolder = async (name: string): Promise<string> => {
  await mkdir(join(root, '.build'), { recursive: true });
  const folder = await mkdtemp(join(root, '.build', name));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/**
 * Bundles entries as a build does, into a folder of this test file's own.
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
 * The whole product as another release would be installed.
 * @returns the path of its command
 */
export const installRelease = async (release: string): Promise<string> => {
  const folder = await bundleFolder('release-');
  await (
    await bundler()
  )(folder, ['cli', 'supervisor', 'worker', 'tasks', 'thread'], release);
  await cp(join(root, 'dist', 'web'), join(folder, 'web'), { recursive: true });
  return join(folder, 'cli.cjs');
};
