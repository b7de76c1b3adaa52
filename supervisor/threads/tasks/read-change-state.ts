import type { ChangeState } from '../../../shared/supervisor/change-state.ts';
import { resolveRange } from '../../version-control/git/resolve-range.ts';
import type { TaskContext } from '../task-context.ts';
import type { ChangeStateRequest } from '../task-requests.ts';
import { readWorktree } from '../../version-control/git/worktree/worktree-state.ts';

/**
 * What a review of a range would show, as far as it can be told without opening one.
 * @throws GalleyError as resolveRange does
 */
export const readChangeState = async (
  { cwd, range }: ChangeStateRequest,
  scope: TaskContext,
): Promise<ChangeState> => {
  const wanted = { cwd, scope, ...(range === undefined ? {} : { range }) };
  const { topLevel, from, to } = await resolveRange(wanted);
  if (to !== 'worktree') return { state: `${from} ${to}`, isEmpty: from === to };
  const { state, changedFiles } = await readWorktree({ topLevel }, scope);
  return { state, isEmpty: changedFiles === 0 };
};
