import type { ChangedFile, Hunk } from '../../../../shared/placement/manifest.ts';
import { occurrences } from '../../../../shared/search-text.ts';
import type { Hit, LineHit } from '../../store/search-slice.ts';
import type { ShownContext } from '../../ui/page.ts';

interface Content {
  readonly query: string;
  readonly files: readonly Pick<ChangedFile, 'id' | 'hunks'>[];
  /** Lines that are shown in addition to the patch; some of them may be in it. */
  readonly contexts: readonly ShownContext[];
}

/** Adds the hits in lines around the hunks to those in the patch, in the order of the diff. */
export const withContextHits = (
  hits: readonly Hit[],
  { query, files, contexts }: Content,
): readonly Hit[] => {
  const order = new Map(files.map(({ id, hunks }, index) => [id, { index, hunks }]));
  const added = contexts.flatMap(({ fileId, lines }) => {
    const hunks = order.get(fileId)?.hunks ?? [];
    return [...lines]
      .filter(([line]) => !hunks.some((hunk) => isIn(hunk, 'new', line)))
      .toSorted(([one], [other]) => one - other)
      .flatMap(([line, text]) =>
        occurrences(text, query).map((start): LineHit => ({
          kind: 'line',
          fileId,
          side: 'new',
          line,
          start,
        })),
      );
  });
  if (added.length === 0) return hits;
  const placeOf = (hit: Hit): readonly [file: number, part: number] => {
    const { index, hunks } = (hit.kind === 'line' && order.get(hit.fileId)) || noFile;
    return [index, hit.kind === 'line' ? partOf(hit, hunks) : 0];
  };
  const placed = [...hits, ...added].map((hit) => ({ hit, place: placeOf(hit) }));
  // A part has hits of the patch or of the context, which are in order already.
  placed.sort(({ place: [file, part] }, { place: [otherFile, otherPart] }) =>
    file === otherFile ? part - otherPart : file - otherFile,
  );
  return placed.map(({ hit }) => hit);
};

const noFile = { index: 0, hunks: [] };

/** An even number for what is between hunks, an odd one for a hunk. */
const partOf = ({ side, line }: LineHit, hunks: readonly Hunk[]): number => {
  const at = hunks.findIndex((hunk) => isIn(hunk, side, line));
  if (at >= 0) return 2 * at + 1;
  return 2 * hunks.filter((hunk) => rangeOf(hunk, side).first <= line).length;
};

const isIn = (hunk: Hunk, side: LineHit['side'], line: number): boolean => {
  const { first, count } = rangeOf(hunk, side);
  return line >= first && line < first + count;
};

/** A hunk without lines on a side has the number of the line above it. */
const rangeOf = ([oldStart, oldCount, newStart, newCount]: Hunk, side: LineHit['side']) => {
  const [start, count] = side === 'old' ? [oldStart, oldCount] : [newStart, newCount];
  return { first: count === 0 ? start + 1 : start, count };
};
