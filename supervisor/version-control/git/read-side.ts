import { GalleyError } from '../../../shared/errors.ts';
import type { Change } from '../provider.ts';
import { readOneByOne } from '../read-contents.ts';
import { readBlobs } from './read-blobs.ts';
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

/** Reads the objects with one run of git, and files of the work tree one by one. */
export const sidesReader =
  (range: ResolvedRange): NonNullable<Change['readSides']> =>
  async (wanted, context) => {
    const isObject = ({ side }: (typeof wanted)[number]) =>
      side === 'old' || range.to !== 'worktree';
    const blobOf = ({ file, side }: (typeof wanted)[number]) =>
      (side === 'old' ? file.oldBlob : file.newBlob) ?? '';
    const ids = wanted.filter(isObject).map(blobOf);
    const maxBytes = Math.max(0, ...wanted.map((one) => one.maxBytes));
    const options = { cwd: range.topLevel, maxBytes, context };
    const objects = await readBlobs([...new Set(ids)].filter(Boolean), options);
    const others = wanted.filter((one) => !isObject(one));
    const files = await readOneByOne(sideReader(range), others, context);
    return wanted.map((one) => (isObject(one) ? objects.get(blobOf(one)) : files.shift()));
  };
