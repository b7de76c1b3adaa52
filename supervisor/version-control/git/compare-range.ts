import type { TaskContext } from '../../threads/task-context.ts';
import type { CompareOptions, Comparison, PatchOptions } from '../provider.ts';
import { withNotCompared, withReasons } from './not-compared.ts';
import { safeDiffOptions } from './git-safety.ts';
import type { ResolvedRange } from './resolve-range.ts';
import { runGit, checkGitVersion, programsOff } from './run-git.ts';
import { readChangedWorktree, type FoundPath } from './worktree/changed-worktree.ts';
import { indexForDiff } from './worktree/worktree-index.ts';
import { readWorktreeState } from './worktree/worktree-state.ts';

/**
 * Writes git's patch of a range.
 * @throws GalleyError as runGit does
 */
export const compareRange = async (
  range: ResolvedRange,
  options: CompareOptions,
): Promise<Comparison> => {
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
export const diffRange = async (
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
