import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export type EntryName = 'cli' | 'supervisor' | 'worker' | 'thread';

type BundleProcesses = (
  outputFolder: string,
  names: readonly EntryName[],
  release?: string,
) => Promise<void>;

/**
 * Bundles entries as a build does, into a folder of this test file's own, which is gone at its end.
 * @returns the path of each entry's file
 */
export const bundleEntries = async (
  ...names: EntryName[]
): Promise<(name: EntryName) => string> => {
  const folder = await mkdtemp(join(tmpdir(), 'galley-bundle-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
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
 * The whole product as another release would be installed, gone at the end of the test file. It stands inside of the
 * project, where it finds the packages that it needs.
 * @returns the path of its command
 */
export const installRelease = async (release: string): Promise<string> => {
  await mkdir(join(root, '.build'), { recursive: true });
  const folder = await mkdtemp(join(root, '.build', 'release-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  await (
    await bundler()
  )(folder, ['cli', 'supervisor', 'worker', 'thread'], release);
  await cp(join(root, 'dist', 'web'), join(folder, 'web'), { recursive: true });
  return join(folder, 'cli.cjs');
};
