import { copyFile, mkdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pathBytes } from '../../../../shared/node/path-name.ts';
import type { GitSetting } from '../git-safety.ts';
import { runGit, type GitContext } from '../run-git.ts';
import { obstacleOf, type FoundPath } from './changed-worktree.ts';

interface WorktreeOptions {
  readonly topLevel: string;
  /** Git's list of changes. */
  readonly changed: readonly FoundPath[];
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
 * Copies the index, adding untracked files so that a diff shows them, and resetting unreadable paths to what was
 * committed (or leaving them as staged) so that a diff skips them. The repository's own index is not touched.
 * @returns the environment variables to use the copy; empty if it would equal the original
 * @throws GalleyError as runGit does
 */
export const indexForDiff = async (options: WorktreeOptions): Promise<Record<string, string>> => {
  const { topLevel: cwd, changed, from, isFromIndex = false, settings, context } = options;
  const unreadable = changed.filter(
    (one) => one.change !== undefined && !one.isUntracked && obstacleOf(one) !== undefined,
  );
  const untracked = changed.filter(isReadable);
  if (unreadable.length === 0 && untracked.length === 0) return {};
  const variables = { GIT_INDEX_FILE: await copyIndex(options) };
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
    const objects = join(options.folder, 'objects');
    await mkdir(objects);
    await change(addIntended, listOf(untracked), { GIT_OBJECT_DIRECTORY: objects });
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
  if (kept.length > 0) await change(update('--assume-unchanged', '--stdin'), listOf(kept));
  return variables;
};

const addIntended = [
  'add',
  '--intent-to-add',
  '--force',
  '--pathspec-from-file=-',
  '--pathspec-file-nul',
] as const;

const nul = Buffer.alloc(1);
const listOf = (paths: readonly FoundPath[]): Buffer =>
  Buffer.concat(paths.flatMap(({ path }) => [pathBytes(path), nul]));
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

const copyIndex = async ({ topLevel: cwd, folder, context }: WorktreeOptions): Promise<string> => {
  const { stdout } = await runGit({
    cwd,
    context,
    args: ['rev-parse', '--path-format=absolute', '--git-path', 'index'],
    encoding: 'latin1',
  });
  const copy = join(folder, 'index');
  await copyIfThere(Buffer.from(stdout.replace(/\n$/u, ''), 'latin1'), copy);
  return copy;
};

const copyIfThere = async (from: Buffer, to: string): Promise<void> => {
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
