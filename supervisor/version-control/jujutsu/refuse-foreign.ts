import { readdir, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { GalleyError } from '../../../shared/errors.ts';
import { kindOf, readSmall, repositoryOf } from './workspace.ts';

/**
 * Refuses a repository that brings its own configuration: jj would move that into the user's and trust it from then on.
 * What jj itself keeps outside has an id in its place. Also refuses one whose parts are elsewhere, except for what jj and
 * git make so themselves (second workspaces, work trees, submodules): jj would write there.
 * @throws GalleyError `jj_failed`
 */
export const refuseForeign = async (root: string): Promise<void> => {
  const own = join(root, '.jj');
  const repository = await repositoryOf(own);
  const parts = ['store', 'op_heads', 'op_store', 'index'].map((name) => join(repository, name));
  for (const folder of [own, repository, ...parts]) await refuseLinksIn(folder);
  await refuseLinks(repository, ['store/extra/heads']);
  await refuseForeignStore(repository);
  await refuseConfig(join(repository, 'config.toml'), join(repository, 'config-id'));
  await refuseConfig(join(own, 'workspace-config.toml'), join(own, 'workspace-config-id'));
};

const refuseLinksIn = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  // Jujutsu leaves links where its configuration was.
  const link = entries.find(
    (entry) => entry.isSymbolicLink() && !/^(?:workspace-)?config\.toml$/u.test(entry.name),
  );
  if (link !== undefined) throw isLink(join(folder, link.name));
};

const refuseLinks = async (folder: string, names: readonly string[]): Promise<void> => {
  for (const path of names.map((name) => join(folder, name)))
    if ((await kindOf(path)) === 'link') throw isLink(path);
};

const isLink = (path: string): GalleyError =>
  new GalleyError(
    'jj_failed',
    `${path} is a link, which jj never makes there. Galley does not follow it, since jj would write where it leads. Replace it with what it leads to, or give a patch file.`,
  );

const refuseForeignStore = async (repository: string): Promise<void> => {
  const store = join(repository, 'store');
  const file = join(store, 'git_target');
  const kind = await kindOf(file);
  // Not every store is one of git.
  if (kind === undefined) return;
  const name = kind === 'file' ? await readSmall(file) : undefined;
  const target = resolve(store, name ?? '');
  const common = name === undefined ? undefined : await ownGitFolder(target, repository);
  if (common === undefined)
    throw new GalleyError(
      'jj_failed',
      `The git repository of this one is elsewhere, in ${target}, as ${file} says. Galley does not follow it, since jj would write there. Start the review in that repository, with --vcs git.`,
    );
  await refuseLinks(common, ['objects', 'refs', 'refs/jj', 'refs/jj/keep']);
  await refuseLinksIn(join(common, 'objects'));
};

/** The folder of the store's git repository that jj writes to; undefined if it belongs to something else. */
const ownGitFolder = async (target: string, repository: string): Promise<string | undefined> => {
  const isColocated = target === join(dirname(dirname(repository)), '.git');
  if (isColocated && (await kindOf(target)) === 'file') return namedInTurn(target);
  const isOwn = isColocated
    ? (await kindOf(target)) === 'folder'
    : await isBelow(target, repository);
  return isOwn && (await kindOf(join(target, 'commondir'))) === undefined ? target : undefined;
};

/** The git folder that the `.git` of a work tree or a submodule names, if that names it as well. */
const namedInTurn = async (path: string): Promise<string | undefined> => {
  const name = /^gitdir: (.+)\n?$/u.exec((await readIfSmall(path)) ?? '')?.[1];
  if (name === undefined) return undefined;
  const folder = resolve(dirname(path), name);
  const back = await readIfSmall(join(folder, 'gitdir'));
  const common = await readIfSmall(join(folder, 'commondir'));
  if (back !== undefined && common !== undefined) {
    const main = resolve(folder, common.trim());
    const isNamed = await isSame(resolve(folder, back.trim()), path);
    return isNamed && (await isSame(dirname(folder), join(main, 'worktrees'))) ? main : undefined;
  }
  const config = common === undefined ? await readIfSmall(join(folder, 'config')) : undefined;
  const tree = /^[\t ]*worktree = (.+)$/mu.exec(config ?? '')?.[1];
  const isNamed = tree !== undefined && (await isSame(resolve(folder, tree), dirname(path)));
  return isNamed ? folder : undefined;
};

const readIfSmall = async (path: string): Promise<string | undefined> =>
  (await kindOf(path)) === 'file' ? readSmall(path) : undefined;

/** By real paths. */
const isSame = async (one: string, other: string): Promise<boolean> => {
  try {
    return (await realpath(one)) === (await realpath(other));
  } catch {
    return false;
  }
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
  const id = await readIfSmall(idFile);
  const hasId = id !== undefined && /^[0-9a-f]{20}$/u.test(id);
  if (!hasId && ((await kindOf(config)) !== undefined || (await kindOf(idFile)) !== undefined))
    throw new GalleyError(
      'jj_failed',
      `${config} could make jj run programs, and jj would trust it from now on. Read it, then remove it, or run jj here once if it is yours.`,
    );
};
