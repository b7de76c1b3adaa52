import type { ChangedFile } from '../../../shared/placement/manifest.ts';

/** A file of today's change, and what it was in the last round. */
export interface FilePair {
  readonly file: ChangedFile;
  readonly was: ChangedFile | undefined;
}

/** Pairs files by their path, or else by the path that they had before the change. */
export const pairFiles = (
  before: readonly ChangedFile[],
  after: readonly ChangedFile[],
): { readonly pairs: readonly FilePair[]; readonly gone: readonly ChangedFile[] } => {
  const left = new Set(before);
  const found = new Map<ChangedFile, ChangedFile>();
  for (const nameOf of [newName, oldName]) {
    const byName = new Map([...left].map((file) => [nameOf(file), file]));
    for (const file of after) {
      const name = nameOf(file);
      const was = name === undefined || found.has(file) ? undefined : byName.get(name);
      if (was === undefined || !left.delete(was)) continue;
      found.set(file, was);
    }
  }
  return { pairs: after.map((file) => ({ file, was: found.get(file) })), gone: [...left] };
};

const newName = ({ path }: ChangedFile): string | undefined => path;

const oldName = ({ status, oldPath, path }: ChangedFile): string | undefined =>
  status === 'copied' || status === 'added' ? undefined : (oldPath ?? path);

/** Whether a file needs no reading to say that nothing of it is new, except perhaps its path. */
export const isSameChange = (was: ChangedFile, file: ChangedFile): boolean => {
  // What no diff shows may have changed without a trace.
  if (was.notCompared !== undefined || file.notCompared !== undefined) return false;
  if (file.digest !== undefined && was.digest === file.digest) return true;
  if (!isAlikeOutside(was, file)) return false;
  if (file.newBlob === undefined)
    return file.status === 'deleted' ? was.status === 'deleted' : areOnlyRenames(was, file);
  // With another base, the same content may undo something.
  return was.newBlob === file.newBlob && (was.oldBlob === file.oldBlob || !hasLines(file));
};

/** A patch does not say what such files contain: they are as the base has them. */
const areOnlyRenames = (was: ChangedFile, file: ChangedFile): boolean =>
  was.oldPath === file.oldPath &&
  [was, file].every(
    ({ status, similarity, newBlob, hunks }) =>
      status === 'renamed' && similarity === 100 && newBlob === undefined && hunks.length === 0,
  );

/** Whether all but their lines and their path is the same. */
export const isAlikeOutside = (was: ChangedFile, file: ChangedFile): boolean =>
  was.newMode === file.newMode &&
  was.kind === file.kind &&
  was.hasConflict === file.hasConflict &&
  (was.status === 'deleted') === (file.status === 'deleted');

/** Whether there are lines to compare. */
export const hasLines = ({
  isBinary,
  kind,
  notCompared,
  tooLargeBytes,
  hunks,
}: ChangedFile): boolean =>
  !isBinary &&
  kind !== 'submodule' &&
  notCompared === undefined &&
  tooLargeBytes === undefined &&
  hunks.length > 0;
