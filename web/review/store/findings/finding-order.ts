import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../../shared/annotations/comment.ts';
import type { Block } from '../../../../shared/placement/blocks.ts';
import { listedPosition } from '../../../../shared/placement/listed-block.ts';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';

/** Numbers of findings by source, sorted by name. */
export const countSources = (findings: Iterable<Annotation>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { source } of findings) counts.set(source, (counts.get(source) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
};

type Place = readonly [group: number, line: number, offset: number];

/** Sorts by place: general ones first, then those in the content from top to bottom, then unplaced ones. */
export const sortByPlace = <Item extends Annotation | Comment>(
  annotations: readonly Item[],
  { blocks, files }: { blocks: readonly Block[]; files: readonly ChangedFile[] },
): Item[] => {
  const blockIndex = new Map(blocks.map(({ id }, index) => [id, index]));
  const fileIndex = new Map(files.map(({ path }, index) => [path, index]));
  const places = new Map<Item, Place>();
  for (const annotation of annotations)
    places.set(annotation, placeOf(annotation, { blockIndex, fileIndex }));
  // The sort is stable, so ties keep the order of arrival.
  return [...annotations].sort((a, b) => comparePlaces(places.get(a), places.get(b)));
};

const last = Number.MAX_SAFE_INTEGER;

interface Indexes {
  readonly blockIndex: ReadonlyMap<string, number>;
  readonly fileIndex: ReadonlyMap<string, number>;
}

const placeOf = (annotation: Annotation | Comment, { blockIndex, fileIndex }: Indexes): Place => {
  if (isOnWhole(annotation)) return [-1, 0, 0];
  if ('scope' in annotation)
    return [fileIndex.get(annotation.filePath ?? '') ?? last, annotation.lineStart ?? 0, 0];
  const { blockId = '', startOffset = 0 } = annotation;
  const listed = listedPosition(blockId);
  if (listed !== undefined) return [...listed, startOffset];
  return [blockIndex.get(blockId) ?? last, 0, startOffset];
};

/** Findings have a placement; general comments have no file or block. */
const isOnWhole = (annotation: Annotation | Comment): boolean => {
  if ('placement' in annotation)
    return annotation.placement === 'document' || annotation.placement === 'general';
  return 'scope' in annotation
    ? annotation.filePath === undefined
    : annotation.blockId === undefined;
};

const comparePlaces = (a: Place = [last, 0, 0], b: Place = [last, 0, 0]): number =>
  a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
