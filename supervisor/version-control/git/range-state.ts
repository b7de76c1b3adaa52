import { createHash } from 'node:crypto';
import { pathText } from '../../../shared/node/path-name.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type { CurrentState } from '../provider.ts';
import { parseScopeId, resolveRange, type ResolvedRange } from './resolve-range.ts';
import { runGit } from './run-git.ts';
import type { ChangedPath, WorktreeStatus } from './worktree/changed-worktree.ts';
import { readWorktree } from './worktree/worktree-state.ts';

/** What is known already. */
export interface KnownState {
  /** As in `Change.readState`. */
  readonly contents: string | undefined;
  /** What is compared now, so that the state is that of the comparison; default: it is resolved again. */
  readonly compared?: { readonly status: WorktreeStatus | undefined };
}

/**
 * Fingerprints what a range compares: it differs from that of the comparison once a refresh would show something else.
 * @throws GalleyError as runGit does
 */
export const readRangeState = async (
  range: ResolvedRange,
  { contents, compared }: KnownState,
  context: TaskContext,
): Promise<CurrentState> => {
  const { topLevel: cwd, scope, to } = range;
  const status = compared?.status;
  const worktree =
    to === 'worktree'
      ? await readWorktree(
          { topLevel: cwd, contents, ...(status === undefined ? {} : { status }) },
          context,
        )
      : undefined;
  const now = compared ? range : await resolveNow(range, worktree?.status, context);
  const ends = `${now.from} ${now.to}`;
  if (now.to !== 'worktree' && now.to !== 'index')
    return {
      state: ends,
      isEmpty: now.from === now.to,
      parts: { commits: ends, files: new Map() },
    };
  const seen = [ends];
  const files = new Map(worktree?.files);
  let isEmpty = true;
  if (worktree !== undefined) {
    seen.push(worktree.state);
    const { commit, changed } = worktree.status;
    const hasCommits = scope.kind === 'base' && !commit.endsWith(` ${now.from}`);
    isEmpty = !hasCommits && !changed.some((one) => isCompared(now, one));
  }
  if (now.to === 'index' || now.isFromIndex === true) {
    const staged = await readStaged(now, context);
    seen.push(staged);
    for (const [path, mark] of stagedFiles(staged))
      files.set(path, `${mark} ${files.get(path) ?? ''}`);
    if (now.to === 'index') isEmpty = staged === '';
  }
  return {
    state: createHash('sha256').update(seen.join('\0')).digest('hex').slice(0, 32),
    isEmpty,
    parts: { commits: `${ends} ${worktree?.status.commit ?? ''}`, files },
  };
};

/** What the range compares by now. Of what is not committed, the status tells it without asking git again. */
const resolveNow = (
  range: ResolvedRange,
  status: WorktreeStatus | undefined,
  context: TaskContext,
): ResolvedRange | Promise<ResolvedRange> => {
  const { topLevel: cwd, scope } = range;
  const [, from] = /^# branch\.oid ([0-9a-f]+)$/u.exec(status?.commit ?? '') ?? [];
  return from !== undefined && (scope.kind === 'uncommitted' || scope.kind === 'unstaged')
    ? { ...range, from }
    : resolveRange({ cwd, wanted: parseScopeId(scope.id), context });
};

/** Whether a change in the work tree is one of the range: only what is not staged is, if the index is compared. */
export const isCompared = (
  { isFromIndex }: ResolvedRange,
  { change, inside, isUntracked }: ChangedPath,
): boolean =>
  isFromIndex === undefined || isUntracked || change?.[1] !== '.' || inside !== undefined;

/** What is staged: paths, modes and ids. */
const readStaged = async ({ topLevel, from }: ResolvedRange, context: TaskContext) => {
  const { stdout } = await runGit({
    cwd: topLevel,
    args: ['diff-index', '--cached', '--raw', '--no-renames', '--no-abbrev', '-z', from, '--'],
    encoding: 'latin1',
    context,
  });
  return stdout;
};

/** What is staged of each path, of the output of `readStaged`. */
const stagedFiles = (staged: string): [path: string, mark: string][] => {
  const fields = staged.split('\0');
  return fields.flatMap((mark, at) => {
    const path = fields[at + 1];
    if (at % 2 !== 0 || path === undefined) return [];
    return [[pathText(Buffer.from(path, 'latin1')), mark]];
  });
};
