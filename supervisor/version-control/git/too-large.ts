import { lstat } from 'node:fs/promises';
import { pathBelow } from '../../../shared/node/path-name.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import { maxComparedBytes } from './git-safety.ts';
import type { ResolvedRange } from './resolve-range.ts';
import { runGit, type GitScope } from './run-git.ts';

/**
 * Adds the size to each file that git skipped as larger than `core.bigFileThreshold`: git calls those binary without
 * reading them.
 * @throws GalleyError as runGit does
 */
export const withTooLarge = async (
  files: readonly ChangedFile[],
  { topLevel, to }: ResolvedRange,
  scope: GitScope,
): Promise<ChangedFile[]> => {
  const blobs = files.filter(isLeftOut).flatMap(({ oldBlob, newBlob }) => [oldBlob, newBlob]);
  const sizes = await objectSizes(topLevel, blobs, scope);
  const largest = async ({ oldBlob = '', newBlob = '', path }: ChangedFile): Promise<number> => {
    const inWorktree = to === 'worktree' ? await fileSize(pathBelow(topLevel, path)) : 0;
    return Math.max(sizes.get(oldBlob) ?? 0, sizes.get(newBlob) ?? 0, inWorktree);
  };
  const sized: ChangedFile[] = [];
  for (const file of files) {
    const bytes = isLeftOut(file) ? await largest(file) : 0;
    sized.push(bytes > maxComparedBytes ? { ...file, tooLargeBytes: bytes } : file);
  }
  return sized;
};

const isLeftOut = ({ isBinary, setAside }: ChangedFile): boolean =>
  isBinary && setAside !== 'undiffed';

/** Object sizes by id; objects that exist only in the work tree have none. */
const objectSizes = async (
  cwd: string,
  blobs: readonly (string | undefined)[],
  scope: GitScope,
): Promise<ReadonlyMap<string, number>> => {
  const ids = blobs.filter((id) => id !== undefined);
  if (ids.length === 0) return new Map();
  const { stdout } = await runGit({
    cwd,
    args: ['cat-file', '--batch-check=%(objectname) %(objectsize)'],
    input: ids.map((id) => `${id}\n`).join(''),
    scope,
  });
  return new Map(
    stdout.split('\n').flatMap((line) => {
      const [id = '', size = ''] = line.split(' ');
      return /^\d+$/u.test(size) ? [[id, Number(size)] as const] : [];
    }),
  );
};

const fileSize = async (path: Buffer): Promise<number> => {
  try {
    return (await lstat(path)).size;
  } catch {
    // Deleted.
    return 0;
  }
};
