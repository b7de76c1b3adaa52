import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathBytes } from '../../../../shared/node/path-name.ts';
import type { GitSetting } from '../git-safety.ts';
import { checkGitVersion, isAtLeast, runGit, type GitContext } from '../run-git.ts';
import { obstacleOf, type FoundPath } from './changed-worktree.ts';
import { copyIndex, hidesPaths, listOf, type HiddenPaths } from './index-copy.ts';

interface WorktreeOptions {
  readonly topLevel: string;
  /** Git's list of changes. */
  readonly changed: readonly FoundPath[];
  /** What the index hides. */
  readonly hidden: HiddenPaths;
  /** Any object id of the repository, for the length of ids. */
  readonly from: string;
  /** Whether the index is compared, not a commit. */
  readonly isFromIndex?: true | undefined;
  readonly settings: readonly GitSetting[];
  /** Where to put the copy of the index. */
  readonly folder: string;
  readonly context: GitContext;
}

/** Nothing is checked out from this index, so names that some file systems treat as `.git` are harmless. */
const anyName: readonly GitSetting[] = [
  ['core.protectNTFS', 'false'],
  ['core.protectHFS', 'false'],
];

/**
 * Copies the index with no path hidden, adding untracked files so that a diff shows them, and resetting unreadable paths
 * to what was committed (or leaving them as staged) so that a diff skips them. The repository's own index is not touched.
 * @returns the environment variables to use the copy; empty if it would equal the original
 * @throws GalleyError as runGit does
 */
export const indexForDiff = async (options: WorktreeOptions): Promise<Record<string, string>> => {
  const { topLevel: cwd, changed, hidden, from, isFromIndex = false } = options;
  const { settings, folder, context } = options;
  const unreadable = changed.filter(
    (one) => one.change !== undefined && !one.isUntracked && obstacleOf(one) !== undefined,
  );
  const untracked = changed.filter(isReadable);
  if (unreadable.length === 0 && untracked.length === 0 && !hidesPaths(hidden)) return {};
  const variables = await copyIndex({ cwd, folder, hidden, settings, context });
  const change = (args: readonly string[], input: Buffer, more: Record<string, string> = {}) =>
    runGit({
      cwd,
      settings: [...settings, ...anyName],
      context,
      variables: { ...variables, ...more },
      args,
      input,
    });
  const update = (...args: readonly string[]) => ['update-index', '-z', ...args];
  if (isFromIndex && untracked.length > 0) {
    // Nothing of them is staged, so git compares them with nothing. It writes that nothing as an object.
    const objects = join(folder, 'objects');
    await mkdir(objects);
    const isSparse = isAtLeast(await checkGitVersion(cwd, context), firstWithSparse);
    const add = isSparse ? [...addIntended, '--sparse'] : addIntended;
    await change(add, pathsOf(untracked), { GIT_OBJECT_DIRECTORY: objects });
  }
  if (!isFromIndex)
    await change(
      update('--index-info'),
      Buffer.concat([
        ...unreadable.map(({ path, head }) =>
          entryOf(path, head ?? { mode: '0', id: zeros(from) }),
        ),
        ...untracked.map((one) => untrackedEntry(one, from)),
      ]),
    );
  const kept = isFromIndex ? unreadable : unreadable.filter(({ head }) => head !== undefined);
  if (kept.length > 0) await change(update('--assume-unchanged', '--stdin'), pathsOf(kept));
  return variables;
};

/** Since this version, git refuses to add files outside of a sparse checkout, unless told otherwise. */
const firstWithSparse = [2, 34] as const;

const addIntended = [
  'add',
  '--intent-to-add',
  '--force',
  '--pathspec-from-file=-',
  '--pathspec-file-nul',
] as const;

const nul = Buffer.alloc(1);
const pathsOf = (found: readonly FoundPath[]): Buffer => listOf(found.map(({ path }) => path));
const zeros = (id: string): string => '0'.repeat(id.length);
/** The id does not matter: without a recorded mtime, git reads the file anyway. */
const anyContent = (id: string): string => '1'.repeat(id.length);

const isReadable = ({ isUntracked, found }: FoundPath): boolean =>
  isUntracked && (found === 'file' || found === 'link');

const untrackedEntry = ({ path, found }: FoundPath, from: string): Buffer =>
  entryOf(path, { mode: found === 'link' ? '120000' : '100644', id: anyContent(from) });

const entryOf = (
  path: string,
  { mode, id }: { readonly mode: string; readonly id: string },
): Buffer => Buffer.concat([Buffer.from(`${mode} ${id}\t`), pathBytes(path), nul]);
