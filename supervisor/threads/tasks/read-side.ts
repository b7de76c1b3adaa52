import { open, readFile } from 'node:fs/promises';
import { GalleyError } from '../../../shared/errors.ts';
import { manifestSchema, type ChangedFile } from '../../../shared/placement/manifest.ts';
import { runGit } from '../../version-control/git/run-git.ts';
import type { TaskContext } from '../task-context.ts';
import { withTaskOutput } from '../task-output.ts';
import type { ReadSideRequest, ReadSideResult } from '../task-requests.ts';
import { readWorktreeFile } from '../../version-control/git/worktree/worktree-file.ts';

/**
 * Writes the content that was compared: an object of the repository, or the file of the work tree as long as it is
 * still the one that was compared.
 * @throws GalleyError `not_found`, `content_changed`, `content_too_large`, `git_failed` or `storage_failed`
 */
export const readSide = async (
  request: ReadSideRequest,
  context: TaskContext,
): Promise<ReadSideResult> => {
  const { side, range, output, maxBytes } = request;
  const file = await changedFile(request);
  const blob = side === 'old' ? file.oldBlob : file.newBlob;
  if (blob === undefined || file.kind === 'submodule')
    throw new GalleyError('not_found', 'This file has no content on this side.');
  return withTaskOutput(output, async ({ draftOf, publish }) => {
    const draft = await open(draftOf(output), 'wx', 0o600);
    let bytes = 0;
    const take = async (part: Buffer): Promise<void> => {
      bytes += part.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      await draft.appendFile(part);
    };
    try {
      if (side === 'new' && range.to === 'worktree')
        await take(await readWorktreeFile({ range, file, blob, maxBytes }, context));
      else await readObject(range.topLevel, blob, { take, context });
    } finally {
      await draft.close();
    }
    await publish(output);
    return { bytes };
  });
};

const changedFile = async ({ manifest, fileId }: ReadSideRequest): Promise<ChangedFile> => {
  const { files } = manifestSchema.parse(JSON.parse(await readFile(manifest, 'utf8')));
  const file = files.find(({ id }) => id === fileId);
  if (file === undefined)
    throw new GalleyError('not_found', 'There is no changed file with this id.');
  return file;
};

const readObject = async (
  cwd: string,
  blob: string,
  {
    take,
    context,
  }: { readonly take: (part: Buffer) => Promise<void>; readonly context: TaskContext },
): Promise<void> => {
  await runGit({ cwd, args: ['cat-file', 'blob', blob], scope: context, onOutput: take });
};

const tooLarge = (maxBytes: number): GalleyError =>
  new GalleyError(
    'content_too_large',
    `This file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB and is not shown here.`,
  );
