import { open, readFile, type FileHandle } from 'node:fs/promises';
import { GalleyError } from '../../../shared/errors.ts';
import { searchDiff } from '../../../shared/node/search-diff.ts';
import { manifestSchema, type Manifest } from '../../../shared/placement/manifest.ts';
import type { DiffHits } from '../../../shared/session/content.ts';
import type { TaskContext } from '../task-context.ts';
import type { IndexPatchRequest, IndexPatchResult, SearchPatchRequest } from '../task-requests.ts';

/**
 * Where the patch of each file of a change stands in the patch file.
 * @throws GalleyError `not_found` where it is not there any more, or not what was written
 */
export const indexPatch = async ({
  manifest,
}: Pick<IndexPatchRequest, 'manifest'>): Promise<IndexPatchResult> => {
  const { files } = await readManifest(manifest).catch(refuse);
  return new Map(files.map(({ id, offset, bytes }) => [id, { offset, bytes }]));
};

const readManifest = async (path: string): Promise<Manifest> =>
  manifestSchema.parse(JSON.parse(await readFile(path, 'utf8')));

/** The places of a text in all lines of a change. @throws GalleyError `not_found`, as above */
export const searchPatch = async (
  { manifest, patch, query }: SearchPatchRequest,
  { signal }: TaskContext,
): Promise<DiffHits> => {
  const patches = await indexPatch({ manifest });
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
