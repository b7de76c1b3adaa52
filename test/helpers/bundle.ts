import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export type EntryName = 'cli' | 'supervisor' | 'worker' | 'thread';

type BundleProcesses = (outputFolder: string, names: readonly EntryName[]) => Promise<void>;

/**
 * Bundles entries as a build does, into a folder of this test file's own, which is gone at its end.
 * @returns the path of each entry's file
 */
export const bundleEntries = async (
  ...names: EntryName[]
): Promise<(name: EntryName) => string> => {
  const folder = await mkdtemp(join(tmpdir(), 'galley-bundle-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const script = pathToFileURL(join(root, 'scripts', 'bundle.mjs')).href;
  const { bundleProcesses } = (await import(script)) as { bundleProcesses: BundleProcesses };
  await bundleProcesses(folder, names);
  return (name) => join(folder, `${name}.cjs`);
};
