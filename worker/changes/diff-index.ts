import { changePaths } from '../../shared/node/paths.ts';
import type { PatchRange } from '../../shared/node/search-diff.ts';
import type { Side } from '../../shared/session/side-lines.ts';
import { manifestSchema, type Manifest } from '../../shared/placement/manifest.ts';
import { indexFiles } from '../../shared/placement/place-lines.ts';
import { readSpoolFile } from '../content/spool-file.ts';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

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
  /** Id of the scope that is compared; undefined if there are no others. */
  readonly scope: string | undefined;
  /** The state of the work tree that was compared. */
  readonly worktreeState: string | undefined;
  readonly shown: ReturnType<typeof indexFiles>;
}

/** What a worker needs of a manifest: with all of it, a review's first finding would take a fifth longer. */
const indexedSchema = manifestSchema
  .pick({ scope: true, source: true, worktreeState: true })
  .extend({
    files: z.array(
      manifestSchema.shape.files.element.pick({
        id: true,
        path: true,
        oldPath: true,
        kind: true,
        oldBlob: true,
        newBlob: true,
        hunks: true,
        offset: true,
        bytes: true,
      }),
    ),
  });
type IndexedFile = z.output<typeof indexedSchema>['files'][number];

/** Reads the index of a version's manifest from the spool. @throws GalleyError `storage_failed` */
export const readDiffIndex = async ({
  version,
  manifest,
  patch,
  folder,
}: ReturnType<typeof changePaths>): Promise<DiffIndex> => {
  const { files, scope, source, worktreeState } = await readSpoolFile(manifest, indexedSchema);
  return {
    version,
    patch,
    folder,
    worktreeState,
    patches: new Map(files.map(({ id, offset, bytes }) => [id, { offset, bytes }])),
    sides: new Map(source === 'repository' ? files.map((file) => [file.id, sidesOf(file)]) : []),
    source,
    scope,
    shown: indexFiles(files),
  };
};

const sidesOf = ({ oldBlob, newBlob, kind }: IndexedFile): ReadonlySet<Side> => {
  const sides = new Set<Side>();
  if (oldBlob !== undefined && kind !== 'submodule') sides.add('old');
  if (newBlob !== undefined && kind !== 'submodule') sides.add('new');
  return sides;
};

/** Removes a version of a change. Errors are ignored: leftovers go with the spool. */
export const removeChange = async (spool: string, version: number): Promise<void> => {
  const { folder } = changePaths(spool, version);
  const isWhole = folder !== spool;
  const names = isWhole ? [''] : (await readdir(spool)).filter((name) => ofChange.test(name));
  await Promise.allSettled(
    names.map((name) => rm(join(folder, name), { recursive: true, force: true })),
  );
};

/** Files of the first version, which are in the spool folder itself. */
const ofChange =
  /^(?:(?:patch\.diff|(?:manifest|state)\.json)$|(?:no-whitespace|structure|rounds)\..|(?:side|file)-.)/u;
