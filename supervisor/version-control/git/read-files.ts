import { isUtf8 } from 'node:buffer';
import { GalleyError } from '../../../shared/errors.ts';
import { pathBytes, pathText } from '../../../shared/node/path-name.ts';
import { reasonOf } from '../../../shared/node/secure-folder.ts';
import type { Side } from '../../../shared/session/side-lines.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type { ProjectFile, WantedFile } from '../provider.ts';
import type { ResolvedRange } from './resolve-range.ts';
import { runGit } from './run-git.ts';
import { readPlainFile } from '../../../shared/node/plain-file.ts';

/** A tracked file, or one that is untracked and not ignored. */
interface ListedFile {
  readonly path: string;
  /** `R` is not there, `S` was not checked out, `?` is not tracked. */
  readonly tag?: string;
  readonly mode?: string;
  readonly blob?: string;
  /** Above 0 in a conflict. */
  readonly stage?: number;
}

const timeLimitMs = 30_000;

/** What a side of a range is: a commit, `index` or `worktree`. */
export const sideOf = ({ from, to, isFromIndex }: ResolvedRange, side: Side): string => {
  if (side === 'new') return to;
  return isFromIndex === true ? 'index' : from;
};

/** The paths of the new side, or only those of untracked files. */
export const readPaths = async (
  range: ResolvedRange,
  context: TaskContext,
  only: 'all' | 'untracked' = 'all',
): Promise<string[]> => {
  const isOwn = only === 'untracked';
  const listed = await listFiles(range, { at: isOwn ? 'untracked' : range.to, context });
  const gone = new Set(listed.flatMap(({ tag, path }) => (tag === 'R' ? [path] : [])));
  return listed.flatMap(({ tag, path }) => (tag !== 'S' && gone.has(path) ? [] : [path]));
};

/** Paths in one call of git, far below what a system allows as arguments. */
const argumentBytes = 64 * 1024;

/** The files below a folder, relative to it, or those of the given paths; undefined if it is in no work tree. */
export const listFolder = async (
  folder: string,
  context: TaskContext,
  only?: readonly string[],
): Promise<string[] | undefined> => {
  try {
    const found = new Set<string>();
    for (const paths of only === undefined ? [undefined] : callsFor(only))
      for (const { path } of await listFiles({ topLevel: folder }, { at: 'all', paths, context }))
        found.add(path);
    return [...found];
  } catch (error) {
    if (error instanceof GalleyError && error.code === 'not_a_repository') return undefined;
    throw error;
  }
};

/** Paths in groups that are arguments of one call each. */
const callsFor = (paths: readonly string[]): string[][] => {
  const groups: string[][] = [];
  let left = 0;
  for (const path of paths) {
    const bytes = Buffer.byteLength(path) + 1;
    if (groups.length === 0 || left < bytes) {
      groups.push([]);
      left = argumentBytes;
    }
    groups.at(-1)?.push(path);
    left -= bytes;
  }
  return groups;
};

interface Listing {
  readonly at: string;
  /** Only these; all if git cannot be asked for one of them, or if there are none. */
  readonly paths?: readonly string[] | undefined;
  readonly context: TaskContext;
}

/** All others are commits. `all` is what is tracked or may be, there or not. */
const places: ReadonlySet<string> = new Set(['worktree', 'index', 'untracked', 'all']);

const listFiles = async (
  { topLevel: cwd }: Pick<ResolvedRange, 'topLevel'>,
  { at, paths = [], context }: Listing,
): Promise<ListedFile[]> => {
  const bytes = paths.map(pathBytes);
  // Process arguments must be UTF-8.
  const canAsk = bytes.length > 0 && bytes.every((path) => isUtf8(path));
  const only = canAsk ? ['--', ...bytes.map(String)] : [];
  const call = { cwd, context, timeLimitMs, encoding: 'latin1' } as const;
  if (!places.has(at)) {
    const args = ['ls-tree', '-r', '-z', '--full-tree', at, ...only];
    return recordsOf((await runGit({ ...call, args })).stdout, /^(?<mode>\d+) \w+ (?<blob>\w+)$/u);
  }
  const shown = at === 'index' ? [] : ['--others', '--exclude-standard'];
  const deleted = at !== 'worktree' || paths.length > 0 ? [] : ['--deleted'];
  const tracked = at === 'untracked' ? [] : ['--stage', '--cached'];
  const args = ['ls-files', '-z', '-t', ...tracked, ...deleted, ...shown, ...only];
  const { stdout } = await runGit({ ...call, args });
  return recordsOf(stdout, /^(?<tag>\S)(?: (?<mode>\d+) (?<blob>\w+) (?<stage>\d))?$/u);
};

/** @param output in Latin-1 */
const recordsOf = (output: string, facts: RegExp): ListedFile[] =>
  output.split('\0').flatMap((record) => {
    const isBare = record.startsWith('? ');
    const end = isBare ? 1 : record.indexOf('\t');
    const found = facts.exec(record.slice(0, end))?.groups;
    if (found === undefined) return [];
    const { stage, ...rest } = found;
    const path = pathText(Buffer.from(record.slice(end + 1), 'latin1'));
    // A nested repository ends in a slash.
    if (path.endsWith('/')) return [];
    return [{ ...rest, ...(stage === undefined ? {} : { stage: Number(stage) }), path }];
  });

/**
 * Reads a listed file of one side as it is now.
 * @throws GalleyError `not_found`, or as runGit does
 */
export const readFile = async (
  range: ResolvedRange,
  { path, side, maxBytes }: WantedFile,
  context: TaskContext,
): Promise<ProjectFile> => {
  const at = sideOf(range, side);
  const listed = await listFiles(range, { at, paths: [path], context });
  const [entry, ...others] = listed.filter((one) => one.path === path);
  if (entry === undefined) throw notThere(path);
  const { tag, mode, blob, stage = 0 } = entry;
  if (mode === '160000' && blob !== undefined) return { kind: 'submodule', commit: blob };
  const isConflict = stage > 0 || others.some((other) => (other.stage ?? 0) > 0);
  if (at === 'worktree') {
    const reading = readPlainFile(range.topLevel, path, maxBytes);
    const found = await reading.catch((error: unknown) => {
      // Outside of a sparse checkout.
      if (tag === 'S' && reasonOf(error) === 'ENOENT') return 'unchecked' as const;
      throw notThere(path, error);
    });
    if (found === undefined) throw notThere(path);
    if (found !== 'unchecked') {
      const { isLink, ...content } = found;
      const kind = isLink ? 'symlink' : 'file';
      return { kind, ...content, ...(isConflict ? { hasConflict: true } : {}) };
    }
  } else if (isConflict) return { kind: 'conflict' };
  if (blob === undefined) throw notThere(path);
  const content = await readBlob({ cwd: range.topLevel, blob, maxBytes }, context);
  return { kind: mode === '120000' ? 'symlink' : 'file', ...content };
};

const readBlob = async (
  {
    cwd,
    blob,
    maxBytes,
  }: { readonly cwd: string; readonly blob: string; readonly maxBytes: number },
  context: TaskContext,
): Promise<{ readonly bytes: number; readonly content?: Buffer }> => {
  const call = { cwd, context, timeLimitMs };
  const bytes = Number((await runGit({ ...call, args: ['cat-file', '-s', blob] })).stdout);
  if (bytes > maxBytes) return { bytes };
  const { stdout } = await runGit({
    ...call,
    args: ['cat-file', 'blob', blob],
    encoding: 'latin1',
  });
  return { bytes, content: Buffer.from(stdout, 'latin1') };
};

const notThere = (path: string, cause?: unknown): GalleyError =>
  new GalleyError(
    'not_found',
    cause === undefined
      ? `There is no file ${path} here, or it cannot be shown. Only tracked and untracked files of the project are.`
      : `${path} cannot be read (${reasonOf(cause)}).`,
    { cause },
  );
