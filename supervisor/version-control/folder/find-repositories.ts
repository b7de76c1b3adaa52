import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { holdsAny } from '../repository-around.ts';

/** How far below a folder its repositories are looked for: `group/team/repository` is found. */
export const maxDepth = 3;
/** More are refused rather than reviewed in part. */
export const maxRepositories = 50;
/** A folder of more folders is a home or a disk, not a workspace. */
const maxFolders = 2000;

export interface FoundRepositories {
  /** Paths relative to the folder, in order; none is inside of another. */
  readonly names: readonly string[];
  /** Whether there are more than are looked for. */
  readonly isCutOff: boolean;
}

/** Finds repositories below a folder. Links are not followed, and hidden folders and installed packages left out. */
export const findRepositories = async (
  root: string,
  markers: readonly string[],
): Promise<FoundRepositories> => {
  const names: string[] = [];
  let folders = 0;
  let level = [''];
  for (let depth = 1; depth <= maxDepth; depth += 1) {
    const next: string[] = [];
    for (const parent of level)
      for (const name of await foldersIn(join(root, parent))) {
        folders += 1;
        if (folders > maxFolders || names.length > maxRepositories)
          return { names: names.toSorted(), isCutOff: true };
        const path = join(parent, name);
        ((await holdsAny(join(root, path), markers)) ? names : next).push(path);
      }
    level = next;
  }
  return { names: names.toSorted(), isCutOff: names.length > maxRepositories };
};

const foldersIn = async (path: string): Promise<string[]> => {
  // Not readable: nothing in it can be compared.
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('.') && name !== 'node_modules');
};
