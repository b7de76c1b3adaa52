import { lstatSync } from 'node:fs';
import { copyFile, lstat, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathBelow, pathBytes, pathText } from '../../../../shared/node/path-name.ts';
import type { GitSetting } from '../git-safety.ts';
import { runGit, type GitCall } from '../run-git.ts';

type Call = Pick<GitCall, 'cwd' | 'context' | 'timeLimitMs'>;
type Variables = Record<string, string>;

/** What of an index its flags and modes tell. Paths are encoded by `pathText`. */
interface IndexEntries {
  readonly submodules: ReadonlySet<string>;
  readonly hidden: HiddenPaths;
}

/** Paths that git was told not to look at: a diff would hide what has changed there. */
export interface HiddenPaths {
  readonly assumedUnchanged: readonly string[];
  readonly skipped: readonly string[];
}

/**
 * Reads the index of a work tree.
 * @throws GalleyError as runGit does
 */
export const readIndexEntries = async (call: Call): Promise<IndexEntries> => {
  const submodules = new Set<string>();
  const assumedUnchanged: string[] = [];
  const skipped: string[] = [];
  let rest = '';
  await runGit({
    ...call,
    args: ['ls-files', '--stage', '-v', '-z'],
    onOutput: (part) => {
      const records = `${rest}${part.toString('latin1')}`.split('\0');
      rest = records.pop() ?? '';
      for (const record of records) {
        const [tag = ''] = record;
        const isSubmodule = record.startsWith('160000 ', 2);
        const isAssumed = tag >= 'a';
        const isSkipped = tag === 'S' || tag === 's';
        if (!isSubmodule && !isAssumed && !isSkipped) continue;
        const path = pathText(Buffer.from(record.slice(record.indexOf('\t') + 1), 'latin1'));
        if (isSubmodule) submodules.add(path);
        if (isAssumed) assumedUnchanged.push(path);
        if (isSkipped) skipped.push(path);
      }
      return Promise.resolve();
    },
  });
  const hidden = { assumedUnchanged, skipped: await withoutSparse(skipped, call) };
  return { submodules, hidden };
};

/** In a sparse checkout, what is not there is left out on purpose. */
const withoutSparse = async (skipped: readonly string[], call: Call) => {
  if (skipped.length === 0) return skipped;
  const { stdout } = await runGit({
    ...call,
    args: ['config', '--type=bool', '--get', 'core.sparseCheckout'],
    // 1: not set.
    okExitCodes: [0, 1],
  });
  if (stdout.trim() !== 'true') return skipped;
  return skipped.filter((path) => isThere(pathBelow(call.cwd, path)));
};

const isThere = (path: Buffer): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A file took the place of a parent folder, or it cannot be read.
    return false;
  }
};

/** Whether a diff needs a copy of the index to show all paths. */
export const hidesPaths = ({ assumedUnchanged, skipped }: HiddenPaths): boolean =>
  assumedUnchanged.length + skipped.length > 0;

interface CopyOptions extends Call {
  /** Where to put the copy. */
  readonly folder: string;
  readonly hidden: HiddenPaths;
  readonly settings: readonly GitSetting[];
}

/**
 * Copies the index of a work tree, with no path hidden.
 * @returns the environment variables to use the copy
 * @throws GalleyError as runGit does
 */
export const copyIndex = async ({
  folder,
  hidden: { assumedUnchanged, skipped },
  settings,
  ...call
}: CopyOptions): Promise<Variables> => {
  const copy = join(folder, 'index');
  await copyIfThere(await indexPath(call), copy);
  const variables = { GIT_INDEX_FILE: copy };
  const flags = [
    ['--no-assume-unchanged', assumedUnchanged],
    ['--no-skip-worktree', skipped],
  ] as const;
  for (const [flag, paths] of flags)
    if (paths.length > 0)
      await runGit({
        ...call,
        args: ['update-index', '-z', flag, '--stdin'],
        settings,
        variables,
        input: listOf(paths),
      });
  return variables;
};

/** Git is asked only where the repository is not a folder in its work tree. */
const indexPath = async (call: Call): Promise<string | Buffer> => {
  const repository = join(call.cwd, '.git');
  // If it is gone, git says so.
  const stats = await lstat(repository).catch(() => undefined);
  if (stats?.isDirectory() === true) return join(repository, 'index');
  const { stdout } = await runGit({
    ...call,
    args: ['rev-parse', '--path-format=absolute', '--git-path', 'index'],
    encoding: 'latin1',
  });
  return Buffer.from(stdout.replace(/\n$/u, ''), 'latin1');
};

/**
 * Runs git with an index in which no path is hidden.
 * @throws GalleyError as runGit does
 */
export const withShownPaths = async <T>(
  options: Omit<CopyOptions, 'folder'>,
  run: (variables: Variables) => Promise<T>,
): Promise<T> => {
  if (!hidesPaths(options.hidden)) return run({});
  const folder = await mkdtemp(join(tmpdir(), 'galley-index-'));
  try {
    return await run(await copyIndex({ ...options, folder }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const nul = Buffer.alloc(1);
/** Paths as git reads them with `-z`. */
export const listOf = (paths: readonly string[]): Buffer =>
  Buffer.concat(paths.flatMap((path) => [pathBytes(path), nul]));

const copyIfThere = async (from: string | Buffer, to: string): Promise<void> => {
  try {
    const stats = await stat(from);
    await copyFile(from, to);
    // Keep the index's time: git rereads files modified at the same moment as the index, and a later time on the copy
    // would hide such changes.
    const seconds = Math.floor(stats.mtimeMs / 1000);
    await utimes(to, seconds, seconds);
  } catch (error) {
    // Nothing has been added yet.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
};
