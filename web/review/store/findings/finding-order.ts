import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../../shared/annotations/comment.ts';
import type { Block } from '../../../../shared/placement/blocks.ts';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';

/** Sources with the number of their findings, by name. */
export const countSources = (findings: Iterable<Annotation>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { source } of findings) counts.set(source, (counts.get(source) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
};

type Place = readonly [group: number, line: number, offset: number];

/** Remarks on the whole come first, then those in the text from top to bottom, then those without a place. */
export const sortByPlace = <Remark extends Annotation | Comment>(
  remarks: readonly Remark[],
  { blocks, files }: { blocks: readonly Block[]; files: readonly ChangedFile[] },
): Remark[] => {
  const blockIndex = new Map(blocks.map(({ id }, index) => [id, index]));
  const fileIndex = new Map(files.map(({ path }, index) => [path, index]));
  const places = new Map<Remark, Place>();
  for (const remark of remarks) places.set(remark, placeOf(remark, { blockIndex, fileIndex }));
  // The sort is stable: what stands at the same place keeps the order of arrival.
  return [...remarks].sort((a, b) => comparePlaces(places.get(a), places.get(b)));
};

const last = Number.MAX_SAFE_INTEGER;

interface Indexes {
  readonly blockIndex: ReadonlyMap<string, number>;
  readonly fileIndex: ReadonlyMap<string, number>;
}

const placeOf = (remark: Annotation | Comment, { blockIndex, fileIndex }: Indexes): Place => {
  if (isOnWhole(remark)) return [-1, 0, 0];
  if ('scope' in remark)
    return [fileIndex.get(remark.filePath ?? '') ?? last, remark.lineStart ?? 0, 0];
  return [blockIndex.get(remark.blockId ?? '') ?? last, 0, remark.startOffset ?? 0];
};

/** A finding says so by its placement; a comment has no place then. */
const isOnWhole = (remark: Annotation | Comment): boolean => {
  if ('placement' in remark)
    return remark.placement === 'document' || remark.placement === 'general';
  return 'scope' in remark ? remark.filePath === undefined : remark.blockId === undefined;
};

const comparePlaces = (a: Place = [last, 0, 0], b: Place = [last, 0, 0]): number =>
  a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
