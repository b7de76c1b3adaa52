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

/** What the worker looks up in a manifest. */
export interface DiffIndex {
  readonly version: number;
  /** Where this version's patch file is, and what is derived from it. */
  readonly patch: string;
  readonly folder: string;
  readonly patches: ReadonlyMap<string, PatchRange>;
  /** Of which sides of a file the content can be had. */
  readonly sides: ReadonlyMap<string, ReadonlySet<Side>>;
  /** Where the change came from; absent in what older releases prepared. */
  readonly source: Manifest['source'];
  /** Of which state of the work tree it was made. */
  readonly worktreeState: string | undefined;
  readonly shown: ReturnType<typeof indexFiles>;
}

/** The index of a version's manifest in the spool. @throws GalleyError `storage_failed` */
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
