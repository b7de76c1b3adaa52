import type { FileDiffMetadata, SelectedLineRange } from '@pierre/diffs';
import type { ReviewSide } from '../../../../../shared/annotations/review-annotation.ts';

/** A line in unified order. A context line has both numbers. */
export interface DiffRow {
  readonly kind: 'context' | 'deleted' | 'added';
  readonly oldLine?: number;
  readonly newLine?: number;
  readonly text: string;
}

/** A line as named in the contract. */
export interface DiffPlace {
  readonly side: ReviewSide;
  readonly line: number;
}

type Lines = Pick<FileDiffMetadata, 'hunks' | 'additionLines' | 'deletionLines'>;

export const diffRows = ({ hunks, additionLines, deletionLines }: Lines): DiffRow[] => {
  const rows: DiffRow[] = [];
  for (const hunk of hunks) {
    let oldLine = hunk.deletionStart;
    let newLine = hunk.additionStart;
    for (const content of hunk.hunkContent) {
      const { deletionLineIndex: oldAt, additionLineIndex: newAt } = content;
      if (content.type === 'context')
        for (let at = 0; at < content.lines; at += 1, oldLine += 1, newLine += 1)
          rows.push({ kind: 'context', oldLine, newLine, text: additionLines[newAt + at] ?? '' });
      else {
        for (let at = 0; at < content.deletions; at += 1, oldLine += 1)
          rows.push({ kind: 'deleted', oldLine, text: deletionLines[oldAt + at] ?? '' });
        for (let at = 0; at < content.additions; at += 1, newLine += 1)
          rows.push({ kind: 'added', newLine, text: additionLines[newAt + at] ?? '' });
      }
    }
  }
  return rows;
};

/** The index of a line's row, or -1. */
export const rowIndexOf = (rows: readonly DiffRow[], { side, line }: DiffPlace): number =>
  rows.findIndex((row) => (side === 'old' ? row.oldLine : row.newLine) === line);

/** The line, or the next one shown on its side; undefined past the last. */
export const shownPlace = (
  rows: readonly DiffRow[],
  { side, line }: DiffPlace,
): DiffPlace | undefined => {
  for (const row of rows) {
    const number = side === 'old' ? row.oldLine : row.newLine;
    if (number !== undefined && number >= line) return { side, line: number };
  }
  return undefined;
};

/** A deleted line is named by the old side, any other by the new one. */
export const placeOf = ({ oldLine, newLine }: DiffRow): DiffPlace =>
  newLine === undefined ? { side: 'old', line: oldLine ?? 1 } : { side: 'new', line: newLine };

/** The selected lines of one side, with their text. */
export interface SelectedLines {
  readonly side: ReviewSide;
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly text: string;
}

/**
 * Reduces a selection to lines of one side: its own or, if it crosses sides, the new one if it has lines there.
 * Undefined if the selection is not in this diff.
 */
export const selectedLines = (diff: Lines, range: SelectedLineRange): SelectedLines | undefined => {
  const chosen = rowsIn(diff, range);
  const [startSide, endSide] = sidesOf(range);
  const side = startSide === endSide ? startSide : 'new';
  return linesOn(chosen, side) ?? linesOn(chosen, 'old');
};

/** The changed lines of a selection on both sides, with what is between them. */
export const linesIn = (diff: Lines, range: SelectedLineRange) => {
  const rows = rowsIn(diff, range).filter(({ kind }) => kind !== 'context');
  return (['old', 'new'] as const).flatMap((side) => {
    const on = linesOn(rows, side);
    return on === undefined ? [] : [{ side, first: on.lineStart, last: on.lineEnd }];
  });
};

/** The rows from one end of a selection to the other; none if it is not in this diff. */
const rowsIn = (diff: Lines, range: SelectedLineRange): DiffRow[] => {
  const rows = diffRows(diff);
  const [startSide, endSide] = sidesOf(range);
  const first = rowIndexOf(rows, { side: startSide, line: range.start });
  const last = rowIndexOf(rows, { side: endSide, line: range.end });
  return first < 0 || last < 0 ? [] : rows.slice(Math.min(first, last), Math.max(first, last) + 1);
};

const sidesOf = ({ side, endSide = side }: SelectedLineRange) =>
  [reviewSide(side), reviewSide(endSide)] as const;

const linesOn = (rows: readonly DiffRow[], side: ReviewSide): SelectedLines | undefined => {
  const numbered = rows.flatMap((row) => {
    const line = side === 'old' ? row.oldLine : row.newLine;
    return line === undefined ? [] : [{ line, text: row.text }];
  });
  const [first] = numbered;
  const last = numbered.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const text = numbered.map((row) => row.text).join('');
  return { side, lineStart: first.line, lineEnd: last.line, text: text.replace(/\r?\n$/u, '') };
};

/** Maps the library's side to that of the contract. */
export const reviewSide = (side: 'additions' | 'deletions' | undefined): ReviewSide =>
  side === 'deletions' ? 'old' : 'new';

/** Maps the contract's side to that of the library. */
export const librarySide = (side: ReviewSide): 'additions' | 'deletions' =>
  side === 'old' ? 'deletions' : 'additions';

/** The first line of each block of changes: of what it adds, since comments and suggestions are about that, or removes. */
export const changePlaces = (diff: Pick<FileDiffMetadata, 'hunks'>): DiffPlace[] =>
  diff.hunks.flatMap((hunk) =>
    hunk.hunkContent.flatMap((content): DiffPlace[] => {
      if (content.type === 'context') return [];
      const oldLine = hunk.deletionStart + content.deletionLineIndex - hunk.deletionLineIndex;
      const newLine = hunk.additionStart + content.additionLineIndex - hunk.additionLineIndex;
      return content.additions > 0
        ? [{ side: 'new', line: newLine }]
        : [{ side: 'old', line: oldLine }];
    }),
  );
