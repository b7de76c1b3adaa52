import { open } from 'node:fs/promises';
import { GalleyError } from '../../../shared/errors.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import { openChange } from '../../version-control/providers.ts';
import { readManifest } from '../patch/read-manifest.ts';
import type { TaskContext } from '../task-context.ts';
import type { WriteProjectRequest, WriteProjectResult } from '../change-requests.ts';

/**
 * Changes the project behind a change.
 * @throws GalleyError `not_found`, or as the provider does
 */
export const writeProject = async (
  { source, manifest, patch, kept, request }: WriteProjectRequest,
  context: TaskContext,
): Promise<WriteProjectResult> => {
  const { writer } = openChange(source);
  if (writer === undefined)
    throw new GalleyError('not_found', 'Galley does not write to what this change is from.');
  switch (request.do) {
    case 'list':
      return { changes: [...(await writer.list(kept))] };
    case 'undo':
      return writer.undo(request.id, kept, context);
    case 'apply': {
      const { files } = await readManifest(manifest);
      return writer.apply({ suggestions: request.suggestions, files }, kept, context);
    }
    case 'stage': {
      const { action, id, path, lines } = request.staging;
      const { files } = await readManifest(manifest);
      const file = files.find((one) => one.id === id && one.path === path);
      if (file === undefined)
        throw new GalleyError('not_found', 'There is no changed file with this id and path.');
      const wanted = { action, file, patch: await readPart(patch, file), lines };
      return writer.stage(wanted, kept, context);
    }
  }
};

/** The patch of a file, as Latin-1. */
const readPart = async (
  path: string,
  { offset, bytes }: Pick<ChangedFile, 'offset' | 'bytes'>,
): Promise<string> => {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, offset);
    return buffer.toString('latin1');
  } finally {
    await file.close();
  }
};
