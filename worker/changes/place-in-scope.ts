import type { AnnotationInput } from '../../shared/annotations/annotation.ts';
import type {
  ReviewAnnotation,
  ReviewAnnotationInput,
  ReviewSide,
} from '../../shared/annotations/review-annotation.ts';
import { changePaths } from '../../shared/node/paths.ts';
import { linesOfPatch } from '../../shared/patch/patch-lines.ts';
import { anchorLines } from '../../shared/placement/anchor-lines.ts';
import type { NumberedTexts } from '../../shared/placement/anchor.ts';
import { manifestSchema, type ChangedFile } from '../../shared/placement/manifest.ts';
import { maxWork, type WorkBudget } from '../../shared/placement/place-approximately.ts';
import { isReviewInput, type Placed } from '../annotations/placement.ts';
import { Slices } from '../annotations/slices.ts';
import { CachedFile, readSpoolFile, withSpoolFile } from '../content/spool-file.ts';
import { Mutex } from '../mutex.ts';
import { placeByNumber, type DiffIndex } from './diff-index.ts';

/** The lines of larger patches would take too much memory. */
const maxFileBytes = 8 * 1024 * 1024;

interface ScopeParts {
  readonly spool: string;
  /** Throws once the places are no longer needed. */
  readonly assertOpen: () => void;
}

interface Versions {
  /** The newest version of the scope that the session was opened with. */
  readonly opened: number;
  readonly shown: DiffIndex;
}

type LinesInput = ReviewAnnotationInput &
  Required<Pick<ReviewAnnotationInput, 'filePath' | 'lineStart' | 'lineEnd'>>;

/** Where lines are in another version, if anywhere. */
type ShownAt = NonNullable<ReviewAnnotation['shownAt']>;

/**
 * Places findings in another scope than the one that their lines mean: reads their code in the opening scope and finds
 * it in what is shown. Code outside of the hunks of either is not found.
 */
export const placeInScope = ({ spool, assertOpen }: ScopeParts) => {
  const slices = new Slices();
  // One file at a time bounds the memory.
  const turns = new Mutex();
  const manifests = new Map<number, CachedFile<FilesByName>>();
  const filesOf = (version: number): Promise<FilesByName> => {
    const known = manifests.get(version);
    if (known !== undefined) return known.use();
    const { manifest } = changePaths(spool, version);
    const made = new CachedFile(async () =>
      filesByName((await readSpoolFile(manifest, manifestSchema)).files),
    );
    manifests.set(version, made);
    return made.use();
  };
  return async (
    inputs: readonly AnnotationInput[],
    { opened, shown }: Versions,
  ): Promise<readonly Placed[]> => {
    for (const version of manifests.keys())
      if (version !== opened && version !== shown.version) manifests.delete(version);
    const [before, after] = [await filesOf(opened), await filesOf(shown.version)];
    const { patch } = changePaths(spool, opened);
    const budget = { steps: maxWork };
    const places = new Map<AnnotationInput, Placed>();
    for (const group of bySide(inputs.filter(isOnLines))) {
      const [{ filePath, side }] = group;
      const [was, is] = [before[side].get(filePath), after[side].get(filePath)];
      // The same patch has the same lines.
      if (was?.digest !== undefined && was.digest === is?.digest) continue;
      const missing: Placed = { placement: is === undefined ? 'unknown-file' : 'outside-diff' };
      for (const input of group) places.set(input, missing);
      if (was === undefined || is === undefined) continue;
      const found = await turns.run(async () => {
        const lines = {
          was,
          side,
          before: await readLines(patch, was, side),
          after: await readLines(shown.patch, is, side),
        };
        return slices.run(findAll(group, lines, budget), assertOpen);
      });
      for (const [input, shownAt] of found) {
        const { lineStart, lineEnd, isApproximate } = shownAt;
        const hasMoved = lineStart !== input.lineStart || lineEnd !== input.lineEnd;
        places.set(input, {
          ...placeByNumber(shown, { ...input, lineStart, lineEnd }),
          ...(hasMoved || isApproximate === true ? { shownAt } : {}),
        });
      }
    }
    return inputs.map((input) => places.get(input) ?? placeByNumber(shown, input));
  };
};

const isOnLines = (input: AnnotationInput): input is LinesInput =>
  isReviewInput(input) && input.scope === 'line' && input.lineStart !== undefined;

type FilesByName = Readonly<Record<ReviewSide, ReadonlyMap<string, ChangedFile>>>;

/** The files by their name on a side, and by that on the other one where no file has it on this. */
const filesByName = (files: readonly ChangedFile[]): FilesByName => {
  const older = files.map((file) => [file.oldPath ?? file.path, file] as const);
  const newer = files.map((file) => [file.path, file] as const);
  return { old: new Map([...newer, ...older]), new: new Map([...older, ...newer]) };
};

type Group = [LinesInput, ...LinesInput[]];

/** Grouped by side of a file. */
const bySide = (inputs: readonly LinesInput[]): Iterable<Group> => {
  const groups = new Map<string, Group>();
  for (const input of inputs) {
    const key = `${input.side}:${input.filePath}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [input]);
    else group.push(input);
  }
  return groups.values();
};

const readLines = async (
  patch: string,
  { offset, bytes }: ChangedFile,
  side: ReviewSide,
): Promise<NumberedTexts> => {
  if (bytes > maxFileBytes) return new Map();
  const read = withSpoolFile(patch, async (handle) => {
    const { buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, offset);
    return buffer.toString('utf8');
  });
  // If the version has been removed meanwhile, everything is placed anew.
  return linesOfPatch(await read.catch(() => ''))[side];
};

/** A side of a file in two versions. */
interface SideLines {
  readonly was: Pick<ChangedFile, 'hunks'>;
  readonly side: ReviewSide;
  readonly before: NumberedTexts;
  readonly after: NumberedTexts;
}

/** Finds the lines of findings; those that are not found are missing. */
function* findAll(
  inputs: readonly LinesInput[],
  lines: SideLines,
  budget: WorkBudget,
): Generator<void, ReadonlyMap<LinesInput, ShownAt>> {
  const byRange = new Map<string, ShownAt | undefined>();
  const found = new Map<LinesInput, ShownAt>();
  for (const input of inputs) {
    const range = `${input.lineStart}-${input.lineEnd}`;
    if (!byRange.has(range)) byRange.set(range, yield* findLines(input, lines, budget));
    const shownAt = byRange.get(range);
    if (shownAt !== undefined) found.set(input, shownAt);
    yield;
  }
  return found;
}

/** Finds a range by the part of it that the hunks show last, below which it is shown. */
function* findLines(
  { lineStart, lineEnd }: LinesInput,
  lines: SideLines,
  budget: WorkBudget,
): Generator<void, ShownAt | undefined> {
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
  if (anchor.kind === 'unplaced') return undefined;
  const place = at(anchor.place.lineStart, anchor.place.lineEnd);
  return anchor.kind === 'exact' ? place : { ...place, isApproximate: true };
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
