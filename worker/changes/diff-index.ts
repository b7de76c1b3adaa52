import type { changePaths } from '../../shared/node/paths.ts';
import type { PatchRange } from '../../shared/node/search-diff.ts';
import type { Side } from '../../shared/session/side-lines.ts';
import {
  manifestSchema,
  type ChangedFile,
  type Manifest,
} from '../../shared/placement/manifest.ts';
import { indexFiles } from '../../shared/placement/place-lines.ts';
import { readSpoolFile } from '../content/spool-file.ts';

/** What the worker needs from a manifest. */
export interface DiffIndex {
  readonly version: number;
  /** The patch file of this version, and the folder for files derived from it. */
  readonly patch: string;
  readonly folder: string;
  readonly patches: ReadonlyMap<string, PatchRange>;
  /** The sides of each file whose content is available. */
  readonly sides: ReadonlyMap<string, ReadonlySet<Side>>;
  /** Where the change came from; absent in manifests of older releases. */
  readonly source: Manifest['source'];
  /** The state of the work tree that was compared. */
  readonly worktreeState: string | undefined;
  readonly shown: ReturnType<typeof indexFiles>;
}

/** Reads the index of a version's manifest from the spool. @throws GalleyError `storage_failed` */
export const readDiffIndex = async ({
  version,
  manifest,
  patch,
  folder,
}: ReturnType<typeof changePaths>): Promise<DiffIndex> => {
  const { files, source, worktreeState } = await readSpoolFile(manifest, manifestSchema);
  return {
    version,
    patch,
    folder,
    worktreeState,
    patches: new Map(files.map(({ id, offset, bytes }) => [id, { offset, bytes }])),
    sides: new Map(source === 'repository' ? files.map((file) => [file.id, sidesOf(file)]) : []),
    source,
    shown: indexFiles(files),
  };
};

const sidesOf = ({ oldBlob, newBlob, kind }: ChangedFile): ReadonlySet<Side> => {
  const sides = new Set<Side>();
  if (oldBlob !== undefined && kind !== 'submodule') sides.add('old');
  if (newBlob !== undefined && kind !== 'submodule') sides.add('new');
  return sides;
};
