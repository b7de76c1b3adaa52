import type {
  ReviewAnnotation,
  ReviewAnnotationInput,
  ReviewSide,
} from '../../shared/annotations/review-annotation.ts';
import { anchorLines } from '../../shared/placement/anchor-lines.ts';
import type { NumberedTexts } from '../../shared/placement/anchor.ts';
import type { ChangedFile } from '../../shared/placement/manifest.ts';
import type { WorkBudget } from '../../shared/placement/place-approximately.ts';

/** A finding on lines. */
export type LinesInput = ReviewAnnotationInput &
  Required<Pick<ReviewAnnotationInput, 'filePath' | 'lineStart' | 'lineEnd'>>;

/** Where lines are in another version. */
export type ShownAt = NonNullable<ReviewAnnotation['shownAt']>;

/** The lines in another version, or their code if that has none like it. */
export type FoundLines = { readonly at: ShownAt } | { readonly lostCode: string };

/** A side of a file in two versions. */
interface SideLines {
  readonly was: Pick<ChangedFile, 'hunks'>;
  readonly side: ReviewSide;
  readonly before: NumberedTexts;
  readonly after: NumberedTexts;
}

/** Finds the lines of findings; those whose code is not known, or cannot be sought, are missing. */
export function* findAll(
  inputs: readonly LinesInput[],
  sides: SideLines,
  budget: WorkBudget,
): Generator<void, ReadonlyMap<LinesInput, FoundLines>> {
  const byRange = new Map<string, FoundLines | undefined>();
  const found = new Map<LinesInput, FoundLines>();
  for (const input of inputs) {
    const range = `${input.lineStart}-${input.lineEnd}`;
    if (!byRange.has(range)) byRange.set(range, yield* findLines(input, sides, budget));
    const lines = byRange.get(range);
    if (lines !== undefined) found.set(input, lines);
    yield;
  }
  return found;
}

/** Finds a range by the part of it that the hunks show last, below which it is shown. */
function* findLines(
  { lineStart, lineEnd }: LinesInput,
  lines: SideLines,
  budget: WorkBudget,
): Generator<void, FoundLines | undefined> {
  const { before, after } = lines;
  const range = lastShown(lines, [lineStart, lineEnd]);
  if (range === undefined) return undefined;
  const [first, last] = range;
  budget.steps -= last - first + 1;
  if (budget.steps < 0) return undefined;
  const code = textsAt(before, range);
  if (code.length <= last - first) return undefined;
  const at = (start: number, end: number) => ({
    lineStart: Math.max(1, start - (first - lineStart)),
    lineEnd: end + lineEnd - last,
  });
  const quoted = { lineStart: first, lineEnd: last, code: code.join('\n') };
  const anchor = yield* anchorLines(quoted, { before, after }, budget);
  if (anchor.kind === 'unplaced') return budget.steps < 0 ? undefined : { lostCode: quoted.code };
  const place = at(anchor.place.lineStart, anchor.place.lineEnd);
  return { at: anchor.kind === 'exact' ? place : { ...place, isApproximate: true } };
}

type Range = readonly [first: number, last: number];

const lastShown = ({ was, side }: SideLines, [start, end]: Range): Range | undefined => {
  let range: Range | undefined;
  for (const [oldStart, oldLines, newStart, newLines] of was.hunks) {
    const [first, count] = side === 'old' ? [oldStart, oldLines] : [newStart, newLines];
    const shown: Range = [Math.max(start, first), Math.min(end, first + count - 1)];
    if (shown[0] <= shown[1]) range = shown;
  }
  return range;
};

/** The lines of a range up to the first that is not there. */
const textsAt = (lines: NumberedTexts, [first, last]: Range): string[] => {
  const texts: string[] = [];
  for (let line = first; line <= last; line += 1) {
    const text = lines.get(line);
    if (text === undefined) break;
    texts.push(text);
  }
  return texts;
};
