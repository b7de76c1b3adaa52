import { open, readFile } from 'node:fs/promises';
import { searchDiff } from '../../../shared/node/search-diff.ts';
import { manifestSchema } from '../../../shared/placement/manifest.ts';
import type { DiffHits } from '../../../shared/session/content.ts';
import type { TaskContext } from '../task-context.ts';
import type { IndexPatchRequest, IndexPatchResult, SearchPatchRequest } from '../task-requests.ts';

/** Where the patch of each file of a change stands in the patch file. */
export const indexPatch = async ({
  manifest,
}: Pick<IndexPatchRequest, 'manifest'>): Promise<IndexPatchResult> => {
  const { files } = manifestSchema.parse(JSON.parse(await readFile(manifest, 'utf8')));
  return new Map(files.map(({ id, offset, bytes }) => [id, { offset, bytes }]));
};

/** The places of a text in all lines of a change. */
export const searchPatch = async (
  { manifest, patch, query }: SearchPatchRequest,
  { signal }: TaskContext,
): Promise<DiffHits> => {
  const patches = await indexPatch({ manifest });
  const file = await open(patch);
  try {
    return await searchDiff(file, { patches, query, isOver: () => signal.aborted });
  } finally {
    await file.close();
  }
};
