import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The folder, or the nearest one around it, that is a repository: holds one of the markers. */
export const repositoryAround = async (
  folder: string,
  markers: readonly string[],
): Promise<string | undefined> => {
  if (await holdsAny(folder, markers)) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : repositoryAround(parent, markers);
};

/** Whether one of the markers of repositories is in a folder. */
export const holdsAny = async (folder: string, markers: readonly string[]): Promise<boolean> => {
  const found = await Promise.allSettled(markers.map((marker) => lstat(join(folder, marker))));
  return found.some(({ status }) => status === 'fulfilled');
};
