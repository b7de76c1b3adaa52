import { GalleyError } from '../../../shared/errors.ts';
import type { Change } from '../provider.ts';
import type { ResolvedRange } from './resolve-range.ts';
import { runGit } from './run-git.ts';
import { readWorktreeFile } from './worktree/worktree-file.ts';

/** Reads an object of the repository, or a file of the work tree if it is still as compared. */
export const sideReader =
  (range: ResolvedRange): NonNullable<Change['readSide']> =>
  async ({ file, side, maxBytes }, take, context) => {
    const blob = side === 'old' ? file.oldBlob : file.newBlob;
    if (blob === undefined || file.kind === 'submodule')
      throw new GalleyError('not_found', 'This file has no content on this side.');
    if (side === 'new' && range.to === 'worktree')
      await take(await readWorktreeFile({ range, file, blob, maxBytes }, context));
    else
      await runGit({
        cwd: range.topLevel,
        args: ['cat-file', 'blob', blob],
        context,
        onOutput: take,
      });
  };
