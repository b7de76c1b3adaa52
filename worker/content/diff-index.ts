import { manifestSchema } from '../../shared/placement/manifest.ts';
import { indexFiles } from '../../shared/placement/place-lines.ts';
import { readSpoolFile } from './spool-file.ts';

/** Where one file's patch stands in the patch file. */
export interface PatchRange {
  readonly offset: number;
  readonly bytes: number;
}

/** What the worker looks up in a manifest. */
export interface DiffIndex {
  readonly patches: ReadonlyMap<string, PatchRange>;
  readonly shown: ReturnType<typeof indexFiles>;
}

/** The index of a manifest in the spool. @throws GalleyError `storage_failed` */
export const readDiffIndex = async (path: string): Promise<DiffIndex> => {
  const { files } = await readSpoolFile(path, manifestSchema);
  return {
    patches: new Map(files.map(({ id, offset, bytes }) => [id, { offset, bytes }])),
    shown: indexFiles(files),
  };
};
