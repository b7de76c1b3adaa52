import type { Annotation } from '../../../shared/annotations/annotation.ts';
import type { Block } from '../../../shared/placement/blocks.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';

/** Sources with the number of their findings, by name. */
export const countSources = (findings: Iterable<Annotation>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { source } of findings) counts.set(source, (counts.get(source) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
};

type Place = readonly [group: number, line: number, offset: number];

/** Findings on the whole come first, then those in the text from top to bottom, then those without a place. */
export const sortByPlace = (
  findings: readonly Annotation[],
  { blocks, files }: { blocks: readonly Block[]; files: readonly ChangedFile[] },
): Annotation[] => {
  const blockIndex = new Map(blocks.map(({ id }, index) => [id, index]));
  const fileIndex = new Map(files.map(({ path }, index) => [path, index]));
  const places = new Map<Annotation, Place>();
  for (const finding of findings) places.set(finding, placeOf(finding, { blockIndex, fileIndex }));
  // The sort is stable: what stands at the same place keeps the order of arrival.
  return [...findings].sort((a, b) => comparePlaces(places.get(a), places.get(b)));
};

const last = Number.MAX_SAFE_INTEGER;

interface Indexes {
  readonly blockIndex: ReadonlyMap<string, number>;
  readonly fileIndex: ReadonlyMap<string, number>;
}

const placeOf = (finding: Annotation, { blockIndex, fileIndex }: Indexes): Place => {
  if (finding.placement === 'document' || finding.placement === 'general') return [-1, 0, 0];
  if ('scope' in finding)
    return [fileIndex.get(finding.filePath ?? '') ?? last, finding.lineStart ?? 0, 0];
  return [blockIndex.get(finding.blockId ?? '') ?? last, 0, finding.startOffset ?? 0];
};

const comparePlaces = (a: Place = [last, 0, 0], b: Place = [last, 0, 0]): number =>
  a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
