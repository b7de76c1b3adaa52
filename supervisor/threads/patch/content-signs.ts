import { lineKind, opensHunk } from '../../../shared/patch/hunk-lines.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';

/** What the first lines of a file's patch say about its content that is not seen in them. */
export const contentSigns = (
  lines: readonly string[],
  hunks: ChangedFile['hunks'],
): Pick<ChangedFile, 'isPointer' | 'lineEnds'> => {
  const body = lines.slice(lines.findIndex(opensHunk) + 1);
  const [first] = hunks;
  if (first === undefined) return {};
  const lineEnds = changedEnds(body);
  return {
    ...(Math.max(first[0], first[2]) === 1 && isPointer(body) ? { isPointer: true } : {}),
    ...(lineEnds === undefined ? {} : { lineEnds }),
  };
};

/** Source: the specification of Git LFS, "The pointer". */
const isPointer = ([first = '']: readonly string[]): boolean =>
  first.startsWith('version https://git-lfs.github.com/spec/', 1);

/** How added lines end, if all deleted ones end otherwise. */
const changedEnds = (body: readonly string[]): ChangedFile['lineEnds'] => {
  const endsOf = (wanted: 'added' | 'deleted') =>
    new Set(body.filter((line) => lineKind(line) === wanted).map((line) => line.endsWith('\r')));
  const [before, after] = [endsOf('deleted'), endsOf('added')];
  const [was, is] = [...before, ...after];
  if (before.size !== 1 || after.size !== 1 || was === is) return undefined;
  return is === true ? 'crlf' : 'lf';
};
