import { GalleyError } from '../../../shared/errors.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type { TakePart, WantedSide } from '../provider.ts';
import type { ResolvedRange } from './resolve-range.ts';
import { runGit } from './run-git.ts';
import { readWorktreeFile } from './worktree/worktree-file.ts';

/**
 * Hands on the content that was compared: an object of the repository, or the file of the work tree as long as it is
 * still the one that was compared.
 * @throws GalleyError `not_found`, `content_changed`, `content_too_large` or `git_failed`
 */
export const readSide = async (
  range: ResolvedRange,
  { file, side, maxBytes }: WantedSide,
  { take, context: scope }: { readonly take: TakePart; readonly context: TaskContext },
): Promise<void> => {
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
