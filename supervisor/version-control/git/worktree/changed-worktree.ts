import { accessSync, constants, lstatSync } from 'node:fs';
import { pathBelow, pathText } from '../../../../shared/node/path-name.ts';
import { maxComparedBytes } from '../git-safety.ts';
import { type GitContext, runGit, programsOff } from '../run-git.ts';
import { readIndexEntries, withShownPaths, type HiddenPaths } from './index-copy.ts';
import { SubmoduleSearch, type SubmoduleChanges } from './submodule-search.ts';

/** A changed path of a work tree. */
export interface ChangedPath {
  /** Encoded by `pathText`; for a nested repository, with a trailing slash. */
  readonly path: string;
  readonly isSubmodule: boolean;
  /** Whether what is there is not in the index. */
  readonly isUntracked: boolean;
  /** Git's two status letters, for the index and the work tree; absent if it is only untracked. */
  readonly change?: string;
  /** The committed version, if known and the path is in the index. */
  readonly head?: { readonly mode: string; readonly id: string };
  /** For submodules: uncommitted changes inside. */
  readonly inside?: SubmoduleChanges;
}

export interface WorktreeStatus {
  /** The checked-out commit, as git's status prints it. */
  readonly commit: string;
  /** Sorted and without duplicates, including untracked paths. */
  readonly changed: readonly ChangedPath[];
  /** What git would have left out of them. */
  readonly hidden: HiddenPaths;
}

/**
 * Lists everything uncommitted in a work tree, also what git was told to hide. Git does not look into submodules: see `SubmoduleSearch`.
 * @throws GalleyError as runGit does
 */
export const readWorktreeStatus = async (
  topLevel: string,
  context: GitContext,
  timeLimitMs?: number,
): Promise<WorktreeStatus> => {
  const call = { cwd: topLevel, context, ...(timeLimitMs === undefined ? {} : { timeLimitMs }) };
  const [settings, { submodules, hidden }] = await Promise.all([
    programsOff(topLevel, context),
    readIndexEntries(call),
  ]);
  const { stdout } = await withShownPaths({ ...call, hidden, settings }, (variables) =>
    runGit({
      ...call,
      args: [
        'status',
        '--porcelain=v2',
        '-z',
        '--branch',
        '--no-ahead-behind',
        '--untracked-files=all',
        '--ignore-submodules=dirty',
        '--no-renames',
      ],
      settings,
      variables,
      encoding: 'latin1',
    }),
  );
  const search = new SubmoduleSearch({ topLevel, context, timeLimitMs });
  const status = { ...parseStatus(stdout), hidden };
  return withSubmodules(status, await search.read(topLevel, submodules));
};

const withSubmodules = (
  status: WorktreeStatus,
  submodules: ReadonlyMap<string, SubmoduleChanges>,
): WorktreeStatus => {
  if (submodules.size === 0) return status;
  const all = new Map(status.changed.map((one) => [one.path, one]));
  for (const [path, inside] of submodules)
    all.set(path, {
      change: '.M',
      isUntracked: false,
      isSubmodule: true,
      ...all.get(path),
      path,
      inside,
    });
  return { ...status, changed: [...all.values()].toSorted(byPath) };
};

/** Number of fields before the path, by record type, and the positions of the committed mode and id. */
const formats: Readonly<
  Record<string, { readonly before: number; readonly head?: [number, number] }>
> = {
  '1': { before: 8, head: [3, 6] },
  // For conflicts, the side of the current branch.
  u: { before: 10, head: [4, 8] },
  '?': { before: 1 },
};

/** @param output in Latin-1 */
const parseStatus = (output: string): Pick<WorktreeStatus, 'commit' | 'changed'> => {
  let commit = '';
  const changed = new Map<string, ChangedPath>();
  for (const record of output.split('\0')) {
    if (record.startsWith('# branch.oid ')) commit = record;
    const format = formats[record[0] ?? ''];
    if (format === undefined) continue;
    const fields = record.split(' ');
    const path = pathText(Buffer.from(fields.slice(format.before).join(' '), 'latin1'));
    const known = changed.get(path);
    changed.set(
      path,
      format.head === undefined
        ? // After `git rm --cached`, a path is listed twice.
          { isSubmodule: false, ...known, path, isUntracked: true }
        : { path, isUntracked: false, ...trackedFacts(fields, format.head) },
    );
  }
  return { commit, changed: [...changed.values()].toSorted(byPath) };
};

const trackedFacts = (
  fields: readonly string[],
  [modeAt, idAt]: readonly [number, number],
): Pick<ChangedPath, 'change' | 'isSubmodule' | 'head'> => {
  const [, change = '', submodule = ''] = fields;
  const [mode = '', id = ''] = [fields[modeAt], fields[idAt]];
  return {
    change,
    isSubmodule: submodule.startsWith('S'),
    ...(/^0*$/u.test(id) ? {} : { head: { mode, id } }),
  };
};

const byPath = (one: ChangedPath, other: ChangedPath): number =>
  one.path < other.path ? -1 : one.path > other.path ? 1 : 0;

/** What a diff cannot read: it would fail as a whole or, at a large file, take too long. */
const obstacles = ['repository', 'unreadable', 'special', 'large'] as const;
type Obstacle = (typeof obstacles)[number];
/** What is at a path that git lists. */
type Found = 'file' | 'link' | 'folder' | 'gone' | Obstacle;

/** Git reads even files that are too large to compare, for their ids; so many bytes of them, and no more. */
const maxLargeBytes = 256 * 1024 * 1024;

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
  context: GitContext,
): Promise<Omit<WorktreeStatus, 'changed'> & { readonly changed: readonly FoundPath[] }> => {
  const status = await readWorktreeStatus(topLevel, context);
  let remainingBytes = maxLargeBytes;
  const isRead = (bytes: number): boolean => {
    if (bytes <= maxComparedBytes) return true;
    if (bytes > remainingBytes) return false;
    remainingBytes -= bytes;
    return true;
  };
  return {
    ...status,
    changed: status.changed.map((one) => ({
      ...one,
      found: look(pathBelow(topLevel, one.path), one, isRead),
    })),
  };
};

/** Why a diff cannot read the path; undefined if it can. */
export const obstacleOf = ({ found }: FoundPath): Obstacle | undefined =>
  obstacles.find((obstacle) => obstacle === found);

const look = (
  path: Buffer,
  { isUntracked }: ChangedPath,
  isRead: (bytes: number) => boolean,
): Found => {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return 'gone';
    if (stats.isSymbolicLink()) return 'link';
    if (stats.isDirectory()) return isUntracked ? 'repository' : 'folder';
    if (!stats.isFile()) return 'special';
    accessSync(path, constants.R_OK);
    return isRead(stats.size) ? 'file' : 'large';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOTDIR: a file took the place of a parent folder.
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'gone';
    // The absolute path is too long for us, but git uses relative ones.
    return code === 'ENAMETOOLONG' ? 'file' : 'unreadable';
  }
};
