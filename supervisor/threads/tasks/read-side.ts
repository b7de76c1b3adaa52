import { open } from 'node:fs/promises';
import { GalleyError } from '../../../shared/errors.ts';
import { openChange } from '../../version-control/providers.ts';
import { readManifest } from '../patch/read-manifest.ts';
import { type TaskContext, withTaskOutput } from '../task-context.ts';
import type { ReadSideRequest, ReadSideResult } from '../change-requests.ts';
import { maxContentBytes } from '../../../shared/limits.ts';

/**
 * Writes the content of one side of a file, as compared.
 * @throws GalleyError `not_found`, `content_too_large` or `storage_failed`, or as the provider does
 */
export const readSide = async (
  { source, manifest, fileId, side, output, maxBytes = maxContentBytes }: ReadSideRequest,
  context: TaskContext,
): Promise<ReadSideResult> => {
  const change = openChange(source);
  if (change.readSide === undefined)
    throw new GalleyError(
      'not_found',
      'Only the patch itself is known: there is no repository to read more from.',
    );
  const file = (await readManifest(manifest)).files.find(({ id }) => id === fileId);
  if (file === undefined)
    throw new GalleyError('not_found', 'There is no changed file with this id.');
  const { readSide: read } = change;
  return withTaskOutput(output, async ({ draftOf, publish }) => {
    const draft = await open(draftOf(output), 'wx', 0o600);
    let bytes = 0;
    const take = async (part: Buffer): Promise<void> => {
      bytes += part.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      await draft.appendFile(part);
    };
    try {
      await read({ file, side, maxBytes }, take, context);
    } finally {
      await draft.close();
    }
    await publish(output);
    return { bytes };
  });
};

const tooLarge = (maxBytes: number): GalleyError =>
  new GalleyError(
    'content_too_large',
    `This file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB and is not shown here.`,
  );
