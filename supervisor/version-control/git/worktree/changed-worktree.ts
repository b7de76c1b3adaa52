import { accessSync, constants, lstatSync } from 'node:fs';
import { pathBelow } from '../../../../shared/node/path-name.ts';
import type { GitScope } from '../run-git.ts';
import { readWorktreeStatus, type ChangedPath } from './worktree-status.ts';

/** What is at a path that git lists. The last three cannot be diffed: they would make the whole diff fail. */
type Found = 'file' | 'link' | 'folder' | 'gone' | 'repository' | 'unreadable' | 'special';
export type Obstacle = Extract<Found, 'repository' | 'unreadable' | 'special'>;

/** A path that git lists as changed, and what is there. */
export interface FoundPath extends ChangedPath {
  readonly found: Found;
}

/**
 * Reads all paths that git lists as changed in a work tree, in order.
 * @throws GalleyError as runGit does
 */
export const readChangedWorktree = async (
  topLevel: string,
  scope: GitScope,
): Promise<{ readonly commit: string; readonly changed: readonly FoundPath[] }> => {
  const { commit, changed } = await readWorktreeStatus(topLevel, scope);
  return {
    commit,
    changed: changed.map((one) => ({ ...one, found: look(pathBelow(topLevel, one.path), one) })),
  };
};

/** Why a diff cannot read the path; undefined if it can. */
export const obstacleOf = ({ found }: FoundPath): Obstacle | undefined =>
  found === 'repository' || found === 'unreadable' || found === 'special' ? found : undefined;

const look = (path: Buffer, { isUntracked }: ChangedPath): Found => {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return 'gone';
    if (stats.isSymbolicLink()) return 'link';
    if (stats.isDirectory()) return isUntracked ? 'repository' : 'folder';
    if (!stats.isFile()) return 'special';
    accessSync(path, constants.R_OK);
    return 'file';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOTDIR: a file took the place of a parent folder.
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'gone';
    // The absolute path is too long for us, but git uses relative ones.
    return code === 'ENAMETOOLONG' ? 'file' : 'unreadable';
  }
};
