import { pathText } from '../../../shared/node/path-name.ts';
import { pathsOf } from '../../../shared/patch/file-name.ts';
import type { PatchFile } from '../../../shared/patch/patch-parts.ts';
import type { ChangedFile, Hunk } from '../../../shared/placement/manifest.ts';

/** A file's id and totals, computed from its hunks. */
type Counted = Pick<ChangedFile, 'id' | 'additions' | 'deletions' | 'hunks'>;

/** Converts a file of a patch to its manifest entry. */
export const changedFile = (
  file: PatchFile,
  { id, additions, deletions, hunks }: Counted,
): ChangedFile => {
  const { offset, end, isBinary, extended } = file;
  const { oldMode, newMode, status = 'modified' } = extended;
  const { oldPath, path } = pathsOf(file);
  return {
    id,
    path: textOf(path),
    ...(oldPath === undefined || oldPath === path ? {} : { oldPath: textOf(oldPath) }),
    status: file.git === undefined ? plainStatus(file, hunks) : status,
    additions,
    deletions,
    isBinary,
    ...(oldMode === undefined ? {} : { oldMode }),
    ...(newMode === undefined ? {} : { newMode }),
    ...factsOf(extended),
    hunks,
    offset,
    bytes: end - offset,
  };
};

const textOf = (latin1: string): string => pathText(Buffer.from(latin1, 'latin1'));

/** The status of a file without a git header: added or deleted if one side is `/dev/null` or has no lines. */
const plainStatus = (
  { oldName, newName }: PatchFile,
  hunks: readonly Hunk[],
): ChangedFile['status'] => {
  const [hunk] = hunks;
  const isOne = hunks.length === 1 && hunk !== undefined;
  if (oldName === '/dev/null' || (isOne && hunk[0] === 0 && hunk[1] === 0)) return 'added';
  if (newName === '/dev/null' || (isOne && hunk[2] === 0 && hunk[3] === 0)) return 'deleted';
  return 'modified';
};

/** By git file mode. */
const kinds: ReadonlyMap<string, ChangedFile['kind']> = new Map([
  ['120000', 'symlink'],
  ['160000', 'submodule'],
]);

const factsOf = (extended: PatchFile['extended']): Partial<ChangedFile> => {
  const { index = '', oldMode, newMode, similarity: similar = '' } = extended;
  const found = /^([0-9a-f]+)\.\.([0-9a-f]+)(?: (\d{6}))?$/u.exec(index);
  const [oldBlob, newBlob] = [fullId(found?.[1]), fullId(found?.[2])];
  const kind = kinds.get(found?.[3] ?? newMode ?? oldMode ?? '');
  const similarity = percent(similar);
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(similarity === undefined ? {} : { similarity }),
    ...(oldBlob === undefined ? {} : { oldBlob }),
    ...(newBlob === undefined ? {} : { newBlob }),
  };
};

const percent = (value: string): number | undefined => {
  const found = /^(\d{1,3})%$/u.exec(value)?.[1];
  return found === undefined || Number(found) > 100 ? undefined : Number(found);
};

/** A complete object id; undefined for abbreviated ones, and for zeros, which name no object. */
const fullId = (id: string | undefined): string | undefined =>
  id !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u.test(id) && !/^0+$/u.test(id)
    ? id
    : undefined;
