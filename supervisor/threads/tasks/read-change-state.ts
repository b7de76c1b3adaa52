import type { ChangeState } from '../../../shared/supervisor/change-state.ts';
import { findChange, neverChanges, openChange } from '../../version-control/providers.ts';
import type { TaskContext } from '../task-context.ts';
import type {
  ChangeStateRequest,
  WorktreeStateRequest,
  WorktreeStateResult,
} from '../task-requests.ts';

/**
 * Fingerprints what a review would show, without opening one.
 * @throws GalleyError as the provider does
 */
export const readChangeState = async (
  wanted: ChangeStateRequest,
  context: TaskContext,
): Promise<ChangeState> => {
  const { readState } = openChange((await findChange(wanted, context)).source);
  if (readState === undefined) throw neverChanges();
  return readState(undefined, context);
};

/**
 * Fingerprints the current state of what is reviewed.
 * @throws GalleyError `not_found` if it can never change, or as the provider does
 */
export const readWorktreeState = async (
  { source, contents }: WorktreeStateRequest,
  context: TaskContext,
): Promise<WorktreeStateResult> => {
  const { readState, refresh } = openChange(source);
  if (readState === undefined || refresh === undefined) throw neverChanges();
  return { state: (await readState(contents, context)).state };
};
