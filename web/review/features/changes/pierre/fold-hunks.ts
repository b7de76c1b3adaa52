import type { FileDiffMetadata } from '@pierre/diffs';
import type { Hunk } from '../../../../../shared/placement/manifest.ts';
import { foldsTexts, type FoldedLines } from '../../../../shell/texts/folds-texts.ts';
import { readingPlace } from '../../../ui/reading-place.ts';
import { lastShownLine, type Placed } from '../threads/fold-threads.ts';
import type { DiffPlace } from './diff-rows.ts';
import type { DiffViewer } from './diff-viewer.ts';
import { noneModel } from './file-diff.ts';
import type { FileState, Fold, FoldedRow, FoldLayer } from './file-state.ts';
import { shownHunks } from './gaps.ts';

/** Folds hunks of a file beside those of other layers. @param layer undefined folds none of its own */
export const setFolds = (
  viewer: Pick<DiffViewer, 'setFolding'>,
  fileId: string,
  [name, layer]: readonly [name: string, layer: FoldLayer | undefined],
): void =>
  viewer.setFolding(fileId, (folding) => {
    const layers = new Map(folding?.layers);
    if (layer === undefined) layers.delete(name);
    else layers.set(name, layer);
    if (layers.size === 0) return undefined;
    const onShow = () => {
      // The pressed button is about to be removed.
      readingPlace()?.focus({ preventScroll: true });
      viewer.setFolding(fileId, (same) => same);
    };
    return { layers, fold: (state, place) => foldHunks(state, place, { layers, onShow }) };
  });

interface Folding {
  readonly layers: ReadonlyMap<string, FoldLayer>;
  /** Called after more hunks are to be shown. */
  readonly onShow: () => void;
}

const foldHunks = (
  state: FileState,
  place: DiffPlace | undefined,
  { layers, onShow }: Folding,
): FileState => {
  const { editors, comments, findings } = state.annotations;
  const at: readonly Placed[] = [
    ...editors.map(({ target }) => target),
    ...comments,
    ...findings,
    ...(place === undefined ? [] : [{ side: place.side, lineStart: place.line }]),
  ];
  const hidden: Fold[] = [];
  for (const { folds, shown } of layers.values())
    for (const one of folds) {
      if (at.some((range) => isIn(one.hunk, range))) shown.add(one);
      if (!shown.has(one)) hidden.push(one);
    }
  return withFolded(state, hidden, ({ folds, lines }) => ({
    label: foldsTexts().folded(lines),
    show: () => {
      for (const { shown } of layers.values()) for (const one of folds) shown.add(one);
      onShow();
    },
  }));
};

const isIn = (hunk: Hunk, { side = 'new', lineStart, lineEnd = lineStart }: Placed): boolean =>
  lineStart !== undefined &&
  lineEnd !== undefined &&
  lastShownLine([hunk], { side, start: lineStart, end: lineEnd }) !== undefined;

/** What is folded in one place. */
interface FoldedPlace {
  readonly folds: readonly Fold[];
  readonly lines: FoldedLines;
}

const withFolded = (
  state: FileState,
  hidden: readonly Fold[],
  rowOf: (place: FoldedPlace) => FoldedRow,
): FileState => {
  const whole = state.folded?.whole ?? state.model;
  const unfolded = { ...state, model: whole, folded: undefined, version: state.version + 1 };
  if (whole.kind !== 'code' || hidden.length === 0) return unfolded;
  const { diff, places } = foldDiff(whole.diff, hidden);
  if (places.size === 0) return unfolded;
  const rows = new Map([...places].map(([key, place]) => [key, rowOf(place)] as const));
  if (diff.hunks.length > 0)
    return { ...unfolded, model: { kind: 'code', diff }, folded: { whole, rows } };
  const all = [...rows.values()].slice(0, 1).map((row) => ['file', row] as const);
  return { ...unfolded, model: noneModel(state.file), folded: { whole, rows: new Map(all) } };
};

const noLines: FoldedLines = { formatting: 0, imports: 0, reviewed: 0 };

/** The diff without the hunks that are within the hidden ones, and what these are, by what is below them. */
export const foldDiff = (whole: FileDiffMetadata, hidden: readonly Fold[]) => {
  const places = new Map<number | 'end', FoldedPlace>();
  const diff: FileDiffMetadata = {
    ...whole,
    hunks: [],
    additionLines: [],
    deletionLines: [],
    splitLineCount: 0,
    unifiedLineCount: 0,
  };
  const ranges = shownHunks(whole);
  let folded: Fold[] = [];
  let lines = { ...noLines };
  let skipped = 0;
  const endPlace = (key: number | 'end'): void => {
    if (folded.length > 0) places.set(key, { folds: folded, lines });
    folded = [];
    lines = { ...noLines };
    skipped = 0;
  };
  for (const [at, hunk] of whole.hunks.entries()) {
    const found = hidden.filter((one) => isWithin(ranges[at], one.hunk));
    if (found[0] !== undefined) {
      folded.push(...found);
      lines[found[0].only] += Math.max(hunk.additionLines, hunk.deletionLines);
      skipped += hunk.collapsedBefore + hunk.additionCount;
      continue;
    }
    appendHunk(diff, whole, { ...hunk, collapsedBefore: hunk.collapsedBefore + skipped });
    endPlace(hunk.additionStart);
  }
  endPlace('end');
  diff.cacheKey = `${whole.cacheKey}:${diff.hunks.map(({ additionStart }) => additionStart).join()}`;
  return { diff, places };
};

/** Whether a hunk shows nothing that is not in another one. */
const isWithin = (inner: Hunk | undefined, [oldStart, oldLines, newStart, newLines]: Hunk) =>
  inner !== undefined &&
  inner[0] >= oldStart &&
  inner[0] + inner[1] <= oldStart + oldLines &&
  inner[2] >= newStart &&
  inner[2] + inner[3] <= newStart + newLines;

/** Appends a hunk with its lines, which begin elsewhere by now. */
const appendHunk = (
  diff: FileDiffMetadata,
  whole: FileDiffMetadata,
  hunk: FileDiffMetadata['hunks'][number],
): void => {
  const { additionLineIndex: newAt, deletionLineIndex: oldAt, collapsedBefore } = hunk;
  const additionLineIndex = diff.additionLines.length;
  const deletionLineIndex = diff.deletionLines.length;
  diff.hunks.push({
    ...hunk,
    additionLineIndex,
    deletionLineIndex,
    splitLineStart: diff.splitLineCount + collapsedBefore,
    unifiedLineStart: diff.unifiedLineCount + collapsedBefore,
    hunkContent: hunk.hunkContent.map((content) => ({
      ...content,
      additionLineIndex: content.additionLineIndex - newAt + additionLineIndex,
      deletionLineIndex: content.deletionLineIndex - oldAt + deletionLineIndex,
    })),
  });
  for (let at = 0; at < hunk.additionCount; at += 1)
    diff.additionLines.push(whole.additionLines[newAt + at] ?? '');
  for (let at = 0; at < hunk.deletionCount; at += 1)
    diff.deletionLines.push(whole.deletionLines[oldAt + at] ?? '');
  diff.splitLineCount += collapsedBefore + hunk.splitLineCount;
  diff.unifiedLineCount += collapsedBefore + hunk.unifiedLineCount;
};
