import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { GalleyError } from '../../../shared/errors.ts';

interface Workspace {
  /** Absolute path. */
  readonly root: string;
  /** Whether the folder is a git work tree as well. */
  readonly isColocated: boolean;
}

/**
 * The nearest workspace around a folder.
 * @param options.stopsAtGit whether a git work tree that is nearer hides it
 */
export const findWorkspace = async (
  cwd: string,
  { stopsAtGit }: { readonly stopsAtGit: boolean },
): Promise<Workspace | undefined> => {
  let folder = await realpath(cwd).catch(() => undefined);
  while (folder !== undefined) {
    const isColocated = (await kindOf(join(folder, '.git'))) !== undefined;
    if ((await kindOf(join(folder, '.jj'))) === 'folder') return { root: folder, isColocated };
    const parent = dirname(folder);
    folder = (stopsAtGit && isColocated) || parent === folder ? undefined : parent;
  }
  return undefined;
};

/** The operations that no other one follows, the newest by their files first; usually one. */
export const readOperationHeads = async (root: string): Promise<string[]> => {
  const folder = join(await repositoryOf(join(root, '.jj')), 'op_heads', 'heads');
  const names = (await readdir(folder).catch(() => [])).filter((name) =>
    /^[0-9a-f]{128}$/u.test(name),
  );
  const heads = await Promise.all(
    names.map(async (name) => ({
      name,
      ms: (await lstat(join(folder, name)).catch(() => undefined))?.mtimeMs,
    })),
  );
  return heads
    .flatMap(({ name, ms }) => (ms === undefined ? [] : [{ name, ms }]))
    .toSorted((one, other) => other.ms - one.ms || (one.name < other.name ? 1 : -1))
    .map(({ name }) => name);
};

/**
 * The folder that all workspaces of a repository share. In a second workspace, `repo` is a file with its path.
 * @throws GalleyError `jj_failed`
 */
export const repositoryOf = async (own: string): Promise<string> => {
  const path = join(own, 'repo');
  const kind = await kindOf(path);
  if (kind === 'folder') return path;
  const name = kind === 'file' ? await readSmall(path) : undefined;
  if (name === undefined)
    throw new GalleyError('jj_failed', `There is no Jujutsu repository at ${path}.`);
  return resolve(own, name);
};

/** What is at a path; undefined if nothing. */
export const kindOf = async (
  path: string,
): Promise<'file' | 'folder' | 'link' | 'other' | undefined> => {
  try {
    const stats = await lstat(path);
    if (stats.isFile()) return 'file';
    if (stats.isSymbolicLink()) return 'link';
    return stats.isDirectory() ? 'folder' : 'other';
  } catch {
    return undefined;
  }
};

const maxSmallBytes = 64 * 1024;

/** Reads a file that holds a name, or a few settings; undefined if it holds more. */
export const readSmall = async (path: string): Promise<string | undefined> =>
  (await lstat(path)).size > maxSmallBytes ? undefined : await readFile(path, 'utf8');
