import { pathBytes } from '../../../shared/node/path-name.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import { obstacleOf, type FoundPath } from './worktree/changed-worktree.ts';

/**
 * Adds a row, with the reason, for each path that git lists but the diff does not show; also marks submodules whose
 * uncommitted changes the diff leaves out.
 */
export const withNotCompared = (
  files: readonly ChangedFile[],
  changed: readonly FoundPath[],
): ChangedFile[] => {
  const shown = new Set(files.flatMap(({ path, oldPath = path }) => [path, oldPath]));
  const rows = changed.flatMap((one) => {
    const reason = obstacleOf(one) ?? (shown.has(one.path) ? undefined : reasonOf(one));
    return reason === undefined ? [] : [rowOf(one, reason)];
  });
  const marked = withInside(files, changed);
  if (rows.length === 0) return marked;
  const replaced = new Set(rows.map(({ path }) => path));
  return [...marked.filter(({ path }) => !replaced.has(path)), ...rows]
    .map((file) => ({ file, bytes: pathBytes(file.path) }))
    .toSorted((one, other) => Buffer.compare(one.bytes, other.bytes))
    .map(({ file }, index) => ({ ...file, id: String(index) }));
};

const withInside = (
  files: readonly ChangedFile[],
  changed: readonly FoundPath[],
): ChangedFile[] => {
  const insides = new Map(
    changed.flatMap(({ path, inside }) => (inside === undefined ? [] : [[path, inside] as const])),
  );
  return files.map((file) => {
    const notCompared = file.kind === 'submodule' ? insides.get(file.path) : undefined;
    return notCompared === undefined ? file : { ...file, notCompared };
  });
};

type Reason = NonNullable<ChangedFile['notCompared']>;

/** Why the diff leaves out a path; undefined if the path has disappeared meanwhile. */
const reasonOf = ({ change, found, inside }: FoundPath): Reason | undefined => {
  if (inside !== undefined) return inside;
  if (change === undefined) return found === 'gone' ? undefined : 'refused';
  return change.startsWith('.') ? 'same' : 'index';
};

const rowOf = ({ path, change = '??', inside }: FoundPath, notCompared: Reason): ChangedFile => ({
  id: '',
  path,
  status: /[?A]/u.test(change) ? 'added' : change.includes('D') ? 'deleted' : 'modified',
  additions: 0,
  deletions: 0,
  isBinary: false,
  notCompared,
  ...(inside === undefined ? {} : { kind: 'submodule' }),
  hunks: [],
  offset: 0,
  bytes: 0,
});
