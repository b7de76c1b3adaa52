import { open, type FileHandle } from 'node:fs/promises';
import { GalleyError } from '../../../shared/errors.ts';
import { searchDiff } from '../../../shared/node/search-diff.ts';
import type { DiffHits } from '../../../shared/session/content.ts';
import { readManifest } from '../patch/read-manifest.ts';
import type { TaskContext } from '../task-context.ts';
import type { FindPatchRequest, FindPatchResult, SearchPatchRequest } from '../change-requests.ts';

/**
 * Finds the byte range of a file in a change's patch.
 * @throws GalleyError `not_found` if the change is missing or damaged
 */
export const findPatch = async ({
  manifest,
  fileId,
}: FindPatchRequest): Promise<FindPatchResult> => {
  const { files } = await readManifest(manifest).catch(refuse);
  const found = files.find(({ id }) => id === fileId);
  return found === undefined ? undefined : { offset: found.offset, bytes: found.bytes };
};

/** Searches all lines of a change. @throws GalleyError `not_found`, as in `findPatch` */
export const searchPatch = async (
  { manifest, patch, query }: SearchPatchRequest,
  { signal }: TaskContext,
): Promise<DiffHits> => {
  const { files } = await readManifest(manifest).catch(refuse);
  const patches = new Map(files.map(({ id, offset, bytes }) => [id, { offset, bytes }]));
  const file: FileHandle = await open(patch).catch(refuse);
  try {
    return await searchDiff(file, { patches, query, isOver: () => signal.aborted });
  } finally {
    await file.close();
  }
};

const refuse = (cause: unknown): never => {
  throw new GalleyError('not_found', 'This change is no longer kept, or is damaged.', { cause });
};
