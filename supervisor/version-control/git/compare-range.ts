import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import { withSetAside } from '../../threads/patch/set-aside.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type { CompareOptions, Comparison, PatchOptions } from '../provider.ts';
import { attributesOf } from './attributes.ts';
import { safeDiffOptions } from './git-safety.ts';
import { checkGitVersion } from './git-version.ts';
import { withNotCompared } from './not-compared.ts';
import { programsOff } from './repository-programs.ts';
import type { ResolvedRange } from './resolve-range.ts';
import { runGit } from './run-git.ts';
import { withTooLarge } from './too-large.ts';
import { readChangedWorktree, type FoundPath } from './worktree/changed-worktree.ts';
import { indexForDiff } from './worktree/worktree-index.ts';
import { readWorktreeState } from './worktree/worktree-state.ts';

/**
 * Makes git's patch of a range.
 * @throws GalleyError as runGit does
 */
export const compareRange = async (
  range: ResolvedRange,
  options: CompareOptions,
): Promise<Comparison> => {
  const { context, contents } = options;
  // Before anything is read: what changes meanwhile is seen as a change.
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
  /** What git lists as changed in the work tree, where that is known already. */
  readonly changed?: readonly FoundPath[] | undefined;
}

/**
 * Hands on git's patch of a range.
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
    // The pool's limit is what counts.
    timeLimitMs: 60 * 60_000,
  });
};

/** What is changed in the work tree; undefined where two commits are compared. */
const worktreeOf = async (
  { topLevel, to }: Pick<ResolvedRange, 'topLevel' | 'to'>,
  context: TaskContext,
) => {
  if (to !== 'worktree') return undefined;
  await checkGitVersion(topLevel, context);
  return { topLevel, ...(await readChangedWorktree(topLevel, context)) };
};

/** What the work tree is like; without it a change of it is not noticed, which is no reason to fail. */
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

/** The files with why each is put away or was not compared. */
const withReasons = async (
  files: readonly ChangedFile[],
  range: ResolvedRange,
  scope: TaskContext,
): Promise<ChangedFile[]> => {
  if (files.length === 0) return [];
  const paths = files.map(({ path }) => path);
  const attributes = await attributesOf({ topLevel: range.topLevel, paths, scope });
  return withTooLarge(withSetAside(files, attributes), range, scope);
};
