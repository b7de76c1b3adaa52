import { pathBytes } from '../../../shared/node/path-name.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import { obstacleOf, type FoundPath } from '../worktree/changed-worktree.ts';

/** The files of a diff, and a row for each path that git lists and the diff does not show, with the reason. */
export const withNotCompared = (
  files: readonly ChangedFile[],
  changed: readonly FoundPath[],
): ChangedFile[] => {
  const shown = new Set(files.flatMap(({ path, oldPath = path }) => [path, oldPath]));
  const rows = changed.flatMap((one) => {
    const reason = obstacleOf(one) ?? (shown.has(one.path) ? undefined : reasonOf(one));
    return reason === undefined ? [] : [rowOf(one, reason)];
  });
  if (rows.length === 0) return [...files];
  const replaced = new Set(rows.map(({ path }) => path));
  return [...files.filter(({ path }) => !replaced.has(path)), ...rows]
    .map((file) => ({ file, bytes: pathBytes(file.path) }))
    .toSorted((one, other) => Buffer.compare(one.bytes, other.bytes))
    .map(({ file }, index) => ({ ...file, id: String(index) }));
};

type Reason = NonNullable<ChangedFile['notCompared']>;

/** Why a diff shows nothing where it could read everything; undefined for what has gone meanwhile. */
const reasonOf = ({ change, found }: FoundPath): Reason | undefined => {
  if (change === undefined) return found === 'gone' ? undefined : 'refused';
  return change.startsWith('.') ? 'same' : 'index';
};

const rowOf = ({ path, change = '??' }: FoundPath, notCompared: Reason): ChangedFile => ({
  id: '',
  path,
  status: /[?A]/u.test(change) ? 'added' : change.includes('D') ? 'deleted' : 'modified',
  additions: 0,
  deletions: 0,
  isBinary: false,
  notCompared,
  hunks: [],
  offset: 0,
  bytes: 0,
});
