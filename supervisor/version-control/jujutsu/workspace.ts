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

/**
 * Refuses a repository that brings its own configuration: jj would move that into the user's and trust it from then on.
 * What jj itself keeps outside has an id in its place. Also refuses one that has another's git repository as its store:
 * jj would write to that.
 * @throws GalleyError `jj_failed`
 */
export const refuseForeign = async (root: string): Promise<void> => {
  const own = join(root, '.jj');
  const repository = await repositoryOf(own);
  await refuseForeignStore(repository);
  await refuseConfig(join(repository, 'config.toml'), join(repository, 'config-id'));
  await refuseConfig(join(own, 'workspace-config.toml'), join(own, 'workspace-config-id'));
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

const refuseForeignStore = async (repository: string): Promise<void> => {
  const store = join(repository, 'store');
  const file = join(store, 'git_target');
  const kind = await kindOf(file);
  // Not every store is one of git.
  if (kind === undefined) return;
  const name = kind === 'file' ? await readSmall(file) : undefined;
  const target = resolve(store, name ?? '');
  const isColocated = target === join(dirname(dirname(repository)), '.git');
  if (name === undefined || !(isColocated || (await isBelow(target, repository))))
    throw new GalleyError(
      'jj_failed',
      `The git repository of this one is elsewhere, in ${target}, as ${file} says. Galley does not follow it, since jj would write there. Start the review in that repository, with --vcs git.`,
    );
};

/** By real paths. */
const isBelow = async (path: string, folder: string): Promise<boolean> => {
  try {
    return (await realpath(path)).startsWith(`${await realpath(folder)}/`);
  } catch {
    return false;
  }
};

const refuseConfig = async (config: string, idFile: string): Promise<void> => {
  const id = (await kindOf(idFile)) === 'file' ? await readSmall(idFile) : undefined;
  const hasId = id !== undefined && /^[0-9a-f]{20}$/u.test(id);
  if (!hasId && ((await kindOf(config)) !== undefined || (await kindOf(idFile)) !== undefined))
    throw new GalleyError(
      'jj_failed',
      `${config} could make jj run programs, and jj would trust it from now on. Read it, then remove it, or run jj here once if it is yours.`,
    );
};

const kindOf = async (path: string): Promise<'file' | 'folder' | 'other' | undefined> => {
  try {
    const stats = await lstat(path);
    if (stats.isFile()) return 'file';
    return stats.isDirectory() ? 'folder' : 'other';
  } catch {
    return undefined;
  }
};

const maxNameBytes = 4096;

const readSmall = async (path: string): Promise<string | undefined> =>
  (await lstat(path)).size > maxNameBytes ? undefined : await readFile(path, 'utf8');
