import { basename } from 'node:path';
import * as z from 'zod';
import { GalleyError } from '../../../shared/errors.ts';
import { parseWith } from '../../../shared/parse.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type {
  Change,
  CompareOptions,
  Comparison,
  PatchOptions,
  Provider,
  ResolvedChange,
  WantedChange,
} from '../provider.ts';
import { safeDiffOptions } from './git-safety.ts';
import { withNotCompared, withReasons } from './not-compared.ts';
import { resolveRange, type ResolvedRange } from './resolve-range.ts';
import { checkGitVersion, programsOff, runGit } from './run-git.ts';
import { readChangedWorktree, type FoundPath } from './worktree/changed-worktree.ts';
import { readWorktreeFile } from './worktree/worktree-file.ts';
import { indexForDiff } from './worktree/worktree-index.ts';
import { readWorktree, readWorktreeState } from './worktree/worktree-state.ts';

const valueSchema = z.object({
  topLevel: z.string(),
  from: z.string(),
  to: z.string(),
  description: z.string(),
}) satisfies z.ZodType<ResolvedRange>;

/** Git: commits, and the work tree with its uncommitted changes. */
export const git: Provider = {
  name: 'git',
  detect: ({ patch }) => patch === undefined,
  resolve: (wanted, context) => resolve(wanted, context),
  open: (value) => changeOf(parseWith(valueSchema, value, { what: 'The range' })),
};

const resolve = async (
  { cwd, range }: Pick<WantedChange, 'cwd' | 'range'>,
  scope: TaskContext,
): Promise<ResolvedChange> => {
  const resolved = await resolveRange({ cwd, scope, ...(range === undefined ? {} : { range }) });
  const { topLevel, from, to, description } = resolved;
  const project = basename(topLevel);
  return {
    value: { ...resolved },
    path: topLevel,
    title: `${project}: ${description}`,
    project,
    key: `${topLevel} ${range ?? ''}`,
    commits: { base: from, head: to },
  };
};

const changeOf = (range: ResolvedRange): Change => {
  const { topLevel, from, to, description } = range;
  const isWorktree = to === 'worktree';
  return {
    description,
    compare: (options) => compareRange(range, options),
    compareIgnoringSpace: (options) => diffRange(range, options, { hidesSpace: true }),
    readSide: sidesOf(range),
    readState: async (contents, context) => {
      if (!isWorktree) return { state: `${from} ${to}`, isEmpty: from === to };
      const { state, changedFiles } = await readWorktree({ topLevel, contents }, context);
      return { state, isEmpty: changedFiles === 0 };
    },
    // Compares with whatever commit is checked out by then.
    ...(isWorktree ? { refresh: (context) => resolve({ cwd: topLevel }, context) } : {}),
  };
};

/** Reads an object of the repository, or a file of the work tree if it is still as compared. */
const sidesOf =
  (range: ResolvedRange): NonNullable<Change['readSide']> =>
  async ({ file, side, maxBytes }, take, scope) => {
    const blob = side === 'old' ? file.oldBlob : file.newBlob;
    if (blob === undefined || file.kind === 'submodule')
      throw new GalleyError('not_found', 'This file has no content on this side.');
    if (side === 'new' && range.to === 'worktree')
      await take(await readWorktreeFile({ range, file, blob, maxBytes }, scope));
    else
      await runGit({
        cwd: range.topLevel,
        args: ['cat-file', 'blob', blob],
        scope,
        onOutput: take,
      });
  };

/**
 * Writes git's patch of a range.
 * @throws GalleyError as runGit does
 */
const compareRange = async (range: ResolvedRange, options: CompareOptions): Promise<Comparison> => {
  const { context, contents } = options;
  // Read first, so that anything that changes during the comparison shows up as a change.
  const worktree = await worktreeOf(range, context);
  const state = worktree === undefined ? {} : await stateOf(worktree, contents, context);
  await diffRange(range, options, { changed: worktree?.changed });
  return {
    ...state,
    complete: (files) =>
      withReasons(withNotCompared(files, worktree?.changed ?? []), range, context),
  };
};

interface DiffOptions {
  readonly hidesSpace?: boolean;
  /** Git's list of changes in the work tree, if already known. */
  readonly changed?: readonly FoundPath[] | undefined;
}

/**
 * Streams git's patch of a range.
 * @throws GalleyError as runGit does
 */
const diffRange = async (
  { topLevel, from, to }: ResolvedRange,
  { take, folder, context: scope }: PatchOptions,
  { hidesSpace = false, changed: known }: DiffOptions,
): Promise<void> => {
  await checkGitVersion(topLevel, scope);
  const settings = await programsOff(topLevel, scope);
  const changed = known ?? (await worktreeOf({ topLevel, to }, scope))?.changed;
  const variables =
    changed === undefined
      ? {}
      : await indexForDiff({ topLevel, changed, from, settings, folder, scope });
  const space = hidesSpace ? ['--ignore-all-space'] : [];
  const sides = to === 'worktree' ? [from] : [from, to];
  await runGit({
    cwd: topLevel,
    args: ['diff', ...safeDiffOptions, ...space, ...sides, '--'],
    settings,
    variables,
    scope,
    onOutput: take,
    // The pool enforces the real limit.
    timeLimitMs: 60 * 60_000,
  });
};

/** The changes in the work tree; undefined when two commits are compared. */
const worktreeOf = async (
  { topLevel, to }: Pick<ResolvedRange, 'topLevel' | 'to'>,
  context: TaskContext,
) => {
  if (to !== 'worktree') return undefined;
  await checkGitVersion(topLevel, context);
  return { topLevel, ...(await readChangedWorktree(topLevel, context)) };
};

/** The state of the work tree. On failure it is undefined: later changes go unnoticed, but the review still opens. */
const stateOf = async (
  { topLevel, ...status }: NonNullable<Awaited<ReturnType<typeof worktreeOf>>>,
  contents: string | undefined,
  context: TaskContext,
): Promise<Pick<Comparison, 'state'>> => {
  try {
    return { state: await readWorktreeState({ topLevel, contents, status }, context) };
  } catch (error) {
    if (context.signal.aborted) throw error;
    return {};
  }
};
