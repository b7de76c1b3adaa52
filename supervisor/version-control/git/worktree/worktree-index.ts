import { copyFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pathBytes } from '../../../../shared/node/path-name.ts';
import type { GitSetting } from '../git-safety.ts';
import { runGit, type GitScope } from '../run-git.ts';
import { obstacleOf, type FoundPath } from './changed-worktree.ts';

interface WorktreeOptions {
  readonly topLevel: string;
  /** What git lists as changed. */
  readonly changed: readonly FoundPath[];
  /** An object id of the repository, which tells how long they are. */
  readonly from: string;
  readonly settings: readonly GitSetting[];
  /** Where the copy of the index is made. */
  readonly folder: string;
  readonly scope: GitScope;
}

/** Nothing is ever checked out from this index: names that some file system takes for `.git` do no harm. */
const anyName: readonly GitSetting[] = [
  ['core.protectNTFS', 'false'],
  ['core.protectHFS', 'false'],
];

/**
 * Makes a copy of the index that holds the untracked files, too, so that a diff shows them, and in which what cannot be
 * read is as it was committed, so that a diff does not look for it. The repository's own index stays untouched.
 * @returns the variables with which git uses it; none where it would be the same
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
/** An entry without times stands for no content: git looks at the file, whatever the id. */
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
    // Git takes a file as changed at the same moment as the index for one that may have changed since. A later time
    // of the copy would hide such a change.
    const seconds = Math.floor(stats.mtimeMs / 1000);
    await utimes(to, seconds, seconds);
  } catch (error) {
    // Nothing was ever added.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
};
