import {
  diffRows,
  librarySide,
  placeOf,
  reviewSide,
  rowIndexOf,
  type DiffPlace,
} from './diff-rows.ts';
import type { DiffViewer } from './diff-viewer.ts';
import type { FileState } from './file-state.ts';

/** The keyboard selection: Shift keeps the anchor and moves the head. */
interface Selection {
  readonly fileId: string;
  readonly anchor: DiffPlace;
  readonly head: DiffPlace;
}

/**
 * Keyboard handling in the code: arrow keys move a cursor, with Shift they select, Enter comments, Escape clears.
 * Continues from a mouse selection.
 */
export const moveCursor = (viewer: DiffViewer, event: KeyboardEvent): boolean => {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  const selection = currentSelection(viewer);
  switch (event.key) {
    case 'ArrowDown':
    case 'ArrowUp': {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      select(viewer, selection, { step, isExtending: event.shiftKey });
      return true;
    }
    case 'Enter':
      if (selection === undefined) return false;
      viewer.selection.startComment(selection.fileId, toRange(selection));
      return true;
    case 'Escape':
      if (selection === undefined) return false;
      viewer.selection.clear();
      return true;
    default:
      return false;
  }
};

/** Moves the cursor by a line. */
export const stepCursor = (viewer: DiffViewer, step: 1 | -1): void =>
  select(viewer, currentSelection(viewer), { step, isExtending: false });

const currentSelection = (viewer: DiffViewer): Selection | undefined => {
  const selected = viewer.codeView.getSelectedLines();
  if (selected === null) return undefined;
  const { range } = selected;
  return {
    fileId: selected.id,
    anchor: { side: reviewSide(range.side), line: range.start },
    head: { side: reviewSide(range.endSide ?? range.side), line: range.end },
  };
};

const toRange = ({ anchor, head }: Selection) => ({
  start: anchor.line,
  side: librarySide(anchor.side),
  end: head.line,
  endSide: librarySide(head.side),
});

interface Move {
  readonly step: 1 | -1;
  readonly isExtending: boolean;
}

const select = (
  viewer: DiffViewer,
  selection: Selection | undefined,
  { step, isExtending }: Move,
): void => {
  const next =
    selection === undefined ? firstLine(viewer) : stepped(viewer, selection, { step, isExtending });
  if (next === undefined) return;
  viewer.selection.highlight(next.fileId, toRange(next));
  viewer.codeView.scrollTo({
    type: 'line',
    id: next.fileId,
    lineNumber: next.head.line,
    side: librarySide(next.head.side),
    align: 'nearest',
  });
};

/** At the end of a file the cursor moves to the next one with code; a selection stays in its file. */
const stepped = (viewer: DiffViewer, selection: Selection, { step, isExtending }: Move) => {
  const { fileId, anchor, head } = selection;
  const state = viewer.state(fileId);
  if (state === undefined) return undefined;
  const place = stepPlace(state, head, step);
  const hasMoved = place.line !== head.line || place.side !== head.side;
  if (isExtending) return { fileId, anchor, head: place };
  if (hasMoved) return { fileId, anchor: place, head: place };
  const { fileIds } = viewer;
  for (let at = fileIds.indexOf(fileId) + step; at >= 0 && at < fileIds.length; at += step) {
    const found = edgeLine(viewer, fileIds[at] ?? '', step);
    if (found !== undefined) return found;
  }
  return selection;
};

const edgeLine = (viewer: DiffViewer, fileId: string, step: 1 | -1): Selection | undefined => {
  const state = viewer.state(fileId);
  const hunk = state?.model.diff.hunks.at(step > 0 ? 0 : -1);
  if (state === undefined || state.isCollapsed || hunk === undefined) return undefined;
  const isNew = hunk.additionCount > 0;
  const line = isNew ? hunk.additionStart : hunk.deletionStart;
  const first: DiffPlace = { side: isNew ? 'new' : 'old', line };
  const place = stepPlace(state, first, step > 0 ? -Infinity : Infinity);
  return { fileId, anchor: place, head: place };
};

const firstLine = (viewer: DiffViewer): Selection | undefined => {
  const { fileIds } = viewer;
  for (let at = fileIds.indexOf(viewer.position.currentFile ?? ''); at < fileIds.length; at += 1) {
    const found = edgeLine(viewer, fileIds[Math.max(0, at)] ?? '', 1);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Moves by `step` lines, clamped to the file. */
const stepPlace = (state: FileState, place: DiffPlace, step: number): DiffPlace => {
  const rows = diffRows(state.model.diff);
  const at = rowIndexOf(rows, place);
  const row = rows[Math.max(0, Math.min(rows.length - 1, at + step))];
  return row === undefined ? place : placeOf(row);
};
