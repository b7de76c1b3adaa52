import { pathText } from '../../../shared/node/path-name.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type { CompareOptions, Comparison, PatchOptions } from '../provider.ts';
import { safeDiffOptions } from './git-safety.ts';
import { readHeadersAhead, type KnownHeaders } from './generated-files.ts';
import { withConflicts, withNotCompared, withReasons, withUntracked } from './not-compared.ts';
import { isCompared, readRangeState, type KnownState } from './range-state.ts';
import { sameNames } from './same-names.ts';
import type { ResolvedRange } from './resolve-range.ts';
import { checkGitVersion, programsOff, runGit } from './run-git.ts';
import { obstacleOf, readChangedWorktree, type FoundPath } from './worktree/changed-worktree.ts';
import { indexForDiff } from './worktree/worktree-index.ts';

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
  const state = await stateOf(range, { contents, compared: { status: worktree } }, context);
  const changed = worktree?.changed.filter((one) => isCompared(range, one));
  const headers = headersAhead(range, context);
  try {
    await diffRange(range, options, { worktree });
  } finally {
    // Its git has ended before the task does.
    await headers;
  }
  // Compared with an older commit, an uncommitted change may be none.
  const listed =
    changed?.filter((one) => range.scope.kind !== 'base' || isObstacle(one)) ??
    (await readConflicts(range, context));
  return {
    ...state,
    complete: async (files) => {
      const all = withConflicts(withNotCompared(files, listed), changed ?? []);
      const known = { headers: await headers, context };
      return withReasons(withUntracked(all, changed ?? []), range, known);
    },
    notes: await sameNames(range, context),
  };
};

interface DiffOptions {
  readonly hidesSpace?: boolean;
  /** The changes in the work tree, if already known. */
  readonly worktree?: Awaited<ReturnType<typeof worktreeOf>>;
}

/**
 * Streams git's patch of a range.
 * @throws GalleyError as runGit does
 */
export const diffRange = async (
  range: ResolvedRange,
  { take, folder, context }: PatchOptions,
  { hidesSpace = false, worktree: known }: DiffOptions,
): Promise<void> => {
  const { topLevel, from, isFromIndex } = range;
  await checkGitVersion(topLevel, context);
  const worktree = known ?? (await worktreeOf(range, context));
  const changed = worktree?.changed.filter((one) => isCompared(range, one)) ?? [];
  const isOfHead = isFromIndex === true || worktree?.commit.endsWith(` ${from}`) === true;
  // Most repositories of a folder have no changes.
  if (worktree !== undefined && changed.length === 0 && isOfHead) return;
  const settings = await programsOff(topLevel, context);
  const variables =
    worktree === undefined
      ? {}
      : await indexForDiff({
          topLevel,
          changed,
          hidden: worktree.hidden,
          from,
          isFromIndex,
          settings,
          folder,
          context,
        });
  const space = hidesSpace ? ['--ignore-all-space'] : [];
  await runGit({
    cwd: topLevel,
    args: ['diff', ...safeDiffOptions, ...space, ...sidesOf(range), '--'],
    settings,
    variables,
    context,
    onOutput: take,
    // The pool enforces the real limit.
    timeLimitMs: 60 * 60_000,
  });
};

/** Headers of files, read while the patch is written; none if they are in the work tree, or cannot be read yet. */
const headersAhead = async (range: ResolvedRange, context: TaskContext): Promise<KnownHeaders> => {
  if (range.to === 'worktree') return new Map();
  return readHeadersAhead(range, sidesOf(range), context).catch(() => new Map());
};

const sidesOf = ({ from, to, isFromIndex }: ResolvedRange): string[] => {
  // In a conflict, the version of the current branch: the patch of all versions has more than two sides.
  if (isFromIndex === true) return ['--ours'];
  if (to === 'worktree') return [from];
  return to === 'index' ? ['--cached', from] : [from, to];
};

/** The paths in conflict if the index is compared, which has no version of them. */
const readConflicts = async (
  { topLevel: cwd, from, to }: ResolvedRange,
  context: TaskContext,
): Promise<FoundPath[]> => {
  if (to !== 'index') return [];
  const { stdout } = await runGit({
    cwd,
    args: ['diff-index', '--cached', '--diff-filter=U', '--name-only', '-z', from, '--'],
    encoding: 'latin1',
    context,
  });
  const paths = stdout.split('\0').filter((path) => path !== '');
  return paths.map((path) => ({
    path: pathText(Buffer.from(path, 'latin1')),
    change: 'UU',
    isSubmodule: false,
    isUntracked: false,
    found: 'file',
  }));
};

const isObstacle = (one: FoundPath): boolean =>
  obstacleOf(one) !== undefined || one.inside !== undefined;

/** The changes in the work tree; undefined if it is not compared. */
const worktreeOf = async (
  { topLevel, to }: Pick<ResolvedRange, 'topLevel' | 'to'>,
  context: TaskContext,
) => {
  if (to !== 'worktree') return undefined;
  await checkGitVersion(topLevel, context);
  return { topLevel, ...(await readChangedWorktree(topLevel, context)) };
};

/** The range's state. On failure it is unknown: later changes go unnoticed, but the review still opens. */
const stateOf = async (
  range: ResolvedRange,
  known: KnownState,
  context: TaskContext,
): Promise<Pick<Comparison, 'state' | 'parts'>> => {
  try {
    const { state, parts } = await readRangeState(range, known, context);
    return { state, ...(parts === undefined ? {} : { parts }) };
  } catch (error) {
    if (context.signal.aborted) throw error;
    return {};
  }
};
