import { copyFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pathBytes } from '../../../../shared/node/path-name.ts';
import type { GitSetting } from '../git-safety.ts';
import { runGit, type GitScope } from '../run-git.ts';
import { obstacleOf, type FoundPath } from './changed-worktree.ts';

interface WorktreeOptions {
  readonly topLevel: string;
  /** Git's list of changes. */
  readonly changed: readonly FoundPath[];
  /** Any object id of the repository, for the length of ids. */
  readonly from: string;
  readonly settings: readonly GitSetting[];
  /** Where to put the copy of the index. */
  readonly folder: string;
  readonly scope: GitScope;
}

/** Nothing is checked out from this index, so names that some file systems treat as `.git` are harmless. */
const anyName: readonly GitSetting[] = [
  ['core.protectNTFS', 'false'],
  ['core.protectHFS', 'false'],
];

/**
 * Copies the index, adding untracked files so that a diff shows them, and resetting unreadable paths to what was
 * committed so that a diff skips them. The repository's own index is not touched.
 * @returns the environment variables to use the copy; empty if it would equal the original
 * @throws GalleyError as runGit does
 */
export const indexForDiff = async (options: WorktreeOptions): Promise<Record<string, string>> => {
  const { topLevel: cwd, changed, from, settings, scope } = options;
  const unreadable = changed.filter(
    (one) => one.change !== undefined && !one.isUntracked && obstacleOf(one) !== undefined,
  );
  const entries = [
    ...unreadable.map(({ path, head }) => entryOf(path, head ?? { mode: '0', id: zeros(from) })),
    ...changed.flatMap((one) => untrackedEntry(one, from)),
  ];
  if (entries.length === 0) return {};
  const variables = { GIT_INDEX_FILE: await copyIndex(options) };
  const update = (args: readonly string[], input: Buffer) =>
    runGit({
      cwd,
      settings: [...settings, ...anyName],
      scope,
      variables,
      args: ['update-index', '-z', ...args],
      input,
    });
  await update(['--index-info'], Buffer.concat(entries));
  const kept = unreadable.filter(({ head }) => head !== undefined);
  if (kept.length > 0)
    await update(
      ['--assume-unchanged', '--stdin'],
      Buffer.concat(kept.flatMap(({ path }) => [pathBytes(path), nul])),
    );
  return variables;
};

const nul = Buffer.alloc(1);
const zeros = (id: string): string => '0'.repeat(id.length);
/** The id does not matter: without a recorded mtime, git reads the file anyway. */
const anyContent = (id: string): string => '1'.repeat(id.length);

const untrackedEntry = ({ path, isUntracked, found }: FoundPath, from: string): Buffer[] => {
  if (!isUntracked || (found !== 'file' && found !== 'link')) return [];
  return [entryOf(path, { mode: found === 'link' ? '120000' : '100644', id: anyContent(from) })];
};

const entryOf = (
  path: string,
  { mode, id }: { readonly mode: string; readonly id: string },
): Buffer => Buffer.concat([Buffer.from(`${mode} ${id}\t`), pathBytes(path), nul]);

const copyIndex = async ({ topLevel: cwd, folder, scope }: WorktreeOptions): Promise<string> => {
  const { stdout } = await runGit({
    cwd,
    scope,
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
