import { constants } from 'node:fs';
import { access, copyFile, mkdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitSetting } from '../../git/git-safety.ts';
import { runGit, type GitScope } from '../../git/run-git.ts';
import { GalleyError } from '../../../shared/errors.ts';

interface WorktreeOptions {
  readonly topLevel: string;
  readonly settings: readonly GitSetting[];
  /** Where the copy of the index is made. */
  readonly folder: string;
  readonly scope: GitScope;
}

/**
 * Makes a copy of the index that holds the untracked files, too, as files to be added, so that a diff shows them.
 * The repository's own index and objects stay untouched.
 * @returns the variables with which git uses it; none where nothing is untracked
 * @throws GalleyError as runGit does
 */
export const indexWithUntracked = async (
  options: WorktreeOptions,
): Promise<Record<string, string>> => {
  const paths = await untrackedFiles(options);
  if (paths.length === 0) return {};
  const variables = await copyIndex(options);
  const { topLevel: cwd, settings, scope } = options;
  await runGit({
    cwd,
    settings,
    scope,
    variables,
    args: ['add', '--intent-to-add', '--force', '--pathspec-from-file=-', '--pathspec-file-nul'],
    input: paths.join('\0'),
  });
  return variables;
};

/** A file that cannot be read would make the whole diff fail; a path that ends in a slash is a repository of its own. */
const untrackedFiles = async ({
  topLevel,
  settings,
  scope,
}: WorktreeOptions): Promise<string[]> => {
  const { stdout } = await runGit({
    cwd: topLevel,
    settings,
    scope,
    args: ['ls-files', '-z', '--others', '--exclude-standard'],
  });
  const readable: string[] = [];
  for (const path of stdout.split('\0'))
    if (path !== '' && !path.endsWith('/') && (await isReadable(join(topLevel, path))))
      readable.push(path);
  return readable;
};

const isReadable = (path: string): Promise<boolean> =>
  access(path, constants.R_OK).then(
    () => true,
    // A symbolic link that leads nowhere is a change all the same.
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ELOOP',
  );

const copyIndex = async ({
  topLevel: cwd,
  folder,
  scope,
}: WorktreeOptions): Promise<Record<string, string>> => {
  const { stdout } = await runGit({
    cwd,
    scope,
    args: ['rev-parse', '--path-format=absolute', '--git-path', 'index', '--git-path', 'objects'],
  });
  const [index, objects, ...more] = stdout.split('\n');
  if (index === undefined || objects === undefined || more.join('') !== '')
    throw new GalleyError(
      'git_failed',
      `Untracked files cannot be reviewed in ${cwd}: a line break stands in the path of its .git folder. Rename the folder.`,
    );
  const copy = join(folder, 'index');
  const ownObjects = join(folder, 'objects');
  await copyIfThere(index, copy);
  await mkdir(ownObjects, { mode: 0o700 });
  return {
    GIT_INDEX_FILE: copy,
    GIT_OBJECT_DIRECTORY: ownObjects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${objects.replaceAll(/["\\]/gu, String.raw`\$&`)}"`,
  };
};

const copyIfThere = async (from: string, to: string): Promise<void> => {
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
