import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { GalleyError } from '../../../../shared/errors.ts';
import { pathBytes, pathText } from '../../../../shared/node/path-name.ts';
import type { TaskContext } from '../../../threads/task-context.ts';
import { safeDiffOptions } from '../git-safety.ts';
import { programsOff, runGit } from '../run-git.ts';
import { editsOf, type Edit } from './edits.ts';

/** A file in a commit or in the index: git's mode and the id of its blob. */
export interface Entry {
  readonly mode: string;
  readonly id: string;
}

export const linkMode = '120000';
export const moduleMode = '160000';

/** A repository, and the task that works on it. */
export interface Repository {
  readonly topLevel: string;
  readonly context: TaskContext;
}

type Entries = ReadonlyMap<string, Entry>;

/** Arguments that limit a listing to some paths; those must be UTF-8, or git lists everything. */
const limitTo = (paths: readonly string[]): string[] => {
  const bytes = paths.map(pathBytes);
  return bytes.every((path) => isUtf8(path)) ? ['--', ...bytes.map(String)] : ['--'];
};

/**
 * Reads what is staged at some paths.
 * @throws GalleyError `change_refused` in a conflict, or where git was told to ignore changes; or as runGit does
 */
export const readIndex = async (
  { topLevel: cwd, context }: Repository,
  paths: readonly string[],
): Promise<Entries> => {
  const index = new Map<string, Entry>();
  if (paths.length === 0) return index;
  const args = ['ls-files', '--stage', '-v', '-z', ...limitTo(paths)];
  const { stdout } = await runGit({ cwd, context, args, encoding: 'latin1' });
  for (const [facts, path] of recordsOf(stdout, '\t')) {
    if (!paths.includes(path)) continue;
    const [tag = '', mode = '', id = '', stage] = facts.split(' ');
    if (stage !== '0') throw inConflict();
    if (tag !== 'H') throw hiddenPath();
    index.set(path, { mode, id });
  }
  return index;
};

/**
 * Reads what is committed at some paths.
 * @param commit its id, or that of the empty tree
 * @throws GalleyError as runGit does
 */
export const readCommitted = async (
  { topLevel: cwd, context }: Repository,
  commit: string,
  paths: readonly string[],
): Promise<Entries> => {
  const args = ['ls-tree', '-r', '-z', '--full-tree', commit, ...limitTo(paths)];
  const { stdout } = await runGit({ cwd, context, args, encoding: 'latin1' });
  const committed = new Map<string, Entry>();
  for (const [facts, path] of recordsOf(stdout, '\t')) {
    const [mode = '', , id = ''] = facts.split(' ');
    if (paths.includes(path)) committed.set(path, { mode, id });
  }
  return committed;
};

/** Records that end in NUL, as facts and path. */
const recordsOf = (output: string, separator: string): (readonly [string, string])[] =>
  output.split('\0').flatMap((record) => {
    const at = record.indexOf(separator);
    if (at < 0) return [];
    return [[record.slice(0, at), pathText(Buffer.from(record.slice(at + 1), 'latin1'))] as const];
  });

/** The change of an entry of the index; undefined where there is none. */
export interface IndexStep {
  readonly path: string;
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
}

/**
 * Changes entries of the index, all or none, under git's own lock.
 * @throws GalleyError `repository_locked` if another program holds that, or as runGit does
 */
export const writeEntries = async (
  { topLevel: cwd, context }: Repository,
  steps: readonly IndexStep[],
): Promise<void> => {
  if (steps.length === 0) return;
  // Removed ones first: a file may take the place of a folder.
  const ordered = steps.toSorted(
    (one, other) => Number(one.after !== undefined) - Number(other.after !== undefined),
  );
  const input = Buffer.concat(
    ordered.flatMap(({ path, before, after }) => {
      const { mode, id } = after ?? { mode: '0', id: '0'.repeat(before?.id.length ?? 40) };
      return [Buffer.from(`${mode} ${id}\t`), pathBytes(path), Buffer.alloc(1)];
    }),
  );
  const settings = await programsOff(cwd, context);
  await runGit({ cwd, context, settings, args: ['update-index', '-z', '--index-info'], input });
};

/** Git's blob id: SHA-1, or SHA-256 for ids of 64 digits. */
export const idOf = (content: Buffer, digits: number): string =>
  createHash(digits === 64 ? 'sha256' : 'sha1')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex');

/** Writes an object, byte for byte. @throws GalleyError as runGit does */
export const writeBlob = async (
  { topLevel: cwd, context }: Repository,
  content: Buffer,
): Promise<string> => {
  const args = ['hash-object', '-w', '--no-filters', '-t', 'blob', '--stdin'];
  return (await runGit({ cwd, context, args, input: content })).stdout.trim();
};

/** Reads an object as Latin-1. @throws GalleyError as runGit does */
export const readBlob = async (
  { topLevel: cwd, context }: Repository,
  id: string,
): Promise<string> =>
  (await runGit({ cwd, context, args: ['cat-file', 'blob', id], encoding: 'latin1' })).stdout;

/** A text and the id of its blob. */
export interface Blob {
  readonly id: string;
  /** As Latin-1. */
  readonly text: string;
}

/**
 * What differs between two objects, as git says. Undefined stands for nothing.
 * @throws GalleyError `change_refused` for binary files, or as runGit does
 */
export const editsBetween = async (
  { topLevel: cwd, context }: Repository,
  old: Blob | undefined,
  now: Blob | undefined,
): Promise<readonly Edit[]> => {
  const [before, after] = [lineCount(old), lineCount(now)];
  if (old?.id === now?.id) return [];
  if (before === 0 || after === 0)
    return [{ oldFirst: 1, oldCount: before, newFirst: 1, newCount: after }];
  const { stdout } = await runGit({
    cwd,
    context,
    args: ['diff', ...safeDiffOptions, old?.id ?? '', now?.id ?? '', '--'],
    encoding: 'latin1',
  });
  const edits = editsOf(stdout);
  if (edits === undefined) throw notText();
  return edits;
};

const lineCount = (blob: Blob | undefined): number => {
  const { text = '' } = blob ?? {};
  return text.split('\n').length - (text.endsWith('\n') || text === '' ? 1 : 0);
};

export const notText = (): GalleyError =>
  new GalleyError('change_refused', 'This file has no lines to choose. Choose the whole file.');

const inConflict = (): GalleyError =>
  new GalleyError('change_refused', 'This file is in conflict. Resolve that with git first.');

const hiddenPath = (): GalleyError =>
  new GalleyError(
    'change_refused',
    'Git was told to ignore changes of this file (assume-unchanged or skip-worktree). Undo that with git update-index first.',
  );
