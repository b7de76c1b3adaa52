import { lstat } from 'node:fs/promises';
import { pathBelow, pathBytes, pathText } from '../../../shared/node/path-name.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import { withSetAside, type PathAttributes } from '../../threads/patch/set-aside.ts';
import { maxComparedBytes } from './git-safety.ts';
import { withGenerated, type KnownHeaders } from './generated-files.ts';
import type { ResolvedRange } from './resolve-range.ts';
import { runGit, type GitContext } from './run-git.ts';
import { obstacleOf, type FoundPath } from './worktree/changed-worktree.ts';

/**
 * Adds a row, with the reason, for each path that git lists but the diff does not show; also marks submodules whose
 * uncommitted changes the diff leaves out.
 */
export const withNotCompared = (
  files: readonly ChangedFile[],
  changed: readonly FoundPath[],
): ChangedFile[] => {
  const shown = new Set(files.flatMap(({ path, oldPath = path }) => [path, oldPath]));
  const rows = changed.flatMap((one) => {
    const reason = obstacleOf(one) ?? (shown.has(one.path) ? undefined : reasonOf(one));
    return reason === undefined ? [] : [rowOf(one, reason)];
  });
  const marked = withInside(files, changed);
  if (rows.length === 0) return marked;
  const replaced = new Set(rows.map(({ path }) => path));
  return [...marked.filter(({ path }) => !replaced.has(path)), ...rows]
    .map((file) => ({ file, bytes: pathBytes(file.path) }))
    .toSorted((one, other) => Buffer.compare(one.bytes, other.bytes))
    .map(({ file }, index) => ({ ...file, id: String(index) }));
};

const withInside = (
  files: readonly ChangedFile[],
  changed: readonly FoundPath[],
): ChangedFile[] => {
  const insides = new Map(
    changed.flatMap(({ path, inside }) => (inside === undefined ? [] : [[path, inside] as const])),
  );
  return files.map((file) => {
    const notCompared = file.kind === 'submodule' ? insides.get(file.path) : undefined;
    return notCompared === undefined ? file : { ...file, notCompared };
  });
};

/** Marks files that are shown with the markers of an unresolved conflict. */
export const withConflicts = (
  files: readonly ChangedFile[],
  changed: readonly FoundPath[],
): ChangedFile[] => {
  const paths = new Set(
    changed.flatMap(({ path, change = '' }) => (isConflict(change) ? [path] : [])),
  );
  return files.map((file) =>
    paths.has(file.path) && file.hunks.length > 0 ? { ...file, hasConflict: true } : file,
  );
};

/** Marks files of which nothing is staged, since git does not know them. */
export const withUntracked = (
  files: readonly ChangedFile[],
  changed: readonly FoundPath[],
): ChangedFile[] => {
  const paths = new Set(
    changed.flatMap(({ path, change }) => (change === undefined ? [path] : [])),
  );
  return files.map((file) =>
    paths.has(file.path) && file.status === 'added' ? { ...file, isUntracked: true } : file,
  );
};

/** By git's two status letters. */
const isConflict = (change: string): boolean => /U|AA|DD/u.test(change);

type Reason = NonNullable<ChangedFile['notCompared']> | 'large';

/** Why the diff leaves out a path; undefined if the path has disappeared meanwhile. */
const reasonOf = ({ change, found, inside }: FoundPath): Reason | undefined => {
  if (inside !== undefined) return inside;
  if (change === undefined) return found === 'gone' ? undefined : 'refused';
  if (isConflict(change)) return 'conflict';
  return change.startsWith('.') ? 'same' : 'index';
};

const rowOf = ({ path, change = '??', inside }: FoundPath, reason: Reason): ChangedFile => ({
  id: '',
  path,
  status: /[?A]/u.test(change) ? 'added' : change.includes('D') ? 'deleted' : 'modified',
  additions: 0,
  deletions: 0,
  // `withTooLarge` adds its size.
  isBinary: reason === 'large',
  ...(reason === 'large' ? {} : { notCompared: reason }),
  ...(inside === undefined ? {} : { kind: 'submodule' }),
  hunks: [],
  offset: 0,
  bytes: 0,
});

/**
 * Adds to each file the reason why it is set aside or was not compared.
 * @throws GalleyError as runGit does
 */
export const withReasons = async (
  files: readonly ChangedFile[],
  range: ResolvedRange,
  { headers, context }: { readonly headers: KnownHeaders; readonly context: GitContext },
): Promise<ChangedFile[]> => {
  if (files.length === 0) return [];
  const paths = files.map(({ path }) => path);
  const attributes = await attributesOf({ topLevel: range.topLevel, paths, context });
  const searched = { range, attributes, headers, context };
  const known = await withGenerated(withSetAside(files, attributes), searched);
  return withTooLarge(known, range, context);
};

/**
 * Adds the size to each file that git skipped as larger than `core.bigFileThreshold`: git calls those binary without
 * reading them.
 * @throws GalleyError as runGit does
 */
const withTooLarge = async (
  files: readonly ChangedFile[],
  { topLevel, to }: ResolvedRange,
  context: GitContext,
): Promise<ChangedFile[]> => {
  const blobs = files.filter(isLeftOut).flatMap(({ oldBlob, newBlob }) => [oldBlob, newBlob]);
  const sizes = await objectSizes(topLevel, blobs, context);
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
  context: GitContext,
): Promise<ReadonlyMap<string, number>> => {
  const ids = blobs.filter((id) => id !== undefined);
  if (ids.length === 0) return new Map();
  const { stdout } = await runGit({
    cwd,
    args: ['cat-file', '--batch-check=%(objectname) %(objectsize)'],
    input: ids.map((id) => `${id}\n`).join(''),
    context,
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

interface AttributesOf {
  /** Absolute folder of the work tree. */
  readonly topLevel: string;
  readonly paths: readonly string[];
  readonly context: GitContext;
}

/**
 * Looks up the git attributes of some paths; one run of git, which starts no program of the repository.
 * @throws GalleyError as runGit does
 */
const attributesOf = async ({
  topLevel,
  paths,
  context,
}: AttributesOf): Promise<Map<string, PathAttributes>> => {
  const { stdout } = await runGit({
    cwd: topLevel,
    args: ['check-attr', '-z', '--stdin', 'linguist-generated', 'diff'],
    input: Buffer.concat(paths.flatMap((path) => [pathBytes(path), Buffer.alloc(1)])),
    encoding: 'latin1',
    context,
  });
  const attributes = new Map<string, PathAttributes>();
  const parts = stdout.split('\0');
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [latin1 = '', name, value] = parts.slice(at, at + 3);
    const isOn = value === 'set' || value === 'true' ? true : isOff(value) ? false : undefined;
    if (isOn === undefined) continue;
    const path = pathText(Buffer.from(latin1, 'latin1'));
    const known = attributes.get(path);
    attributes.set(
      path,
      name === 'diff' ? { ...known, isCompared: isOn } : { ...known, isGenerated: isOn },
    );
  }
  return attributes;
};

const isOff = (value: string | undefined): boolean => value === 'unset' || value === 'false';
