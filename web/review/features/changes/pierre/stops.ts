import type { LineHit } from '../../../store/search-slice.ts';
import { changePlaces, diffRows, rowIndexOf, type DiffPlace } from './diff-rows.ts';
import type { FileState } from './file-state.ts';

/** The target of the last navigation; without a place, the file's header. */
export interface Stop {
  readonly fileId: string;
  readonly place?: DiffPlace;
  /** The comment or finding to show there. */
  readonly annotationId?: string;
}

/** The next or previous change of a file; a file without visible lines is a stop itself. */
export const nextStop = (
  { file, model, isCollapsed }: FileState,
  { step, from }: { step: 1 | -1; from: Stop | undefined },
): Stop | undefined => {
  const places = isCollapsed ? [] : changePlaces(model.diff);
  if (places.length === 0) return from === undefined ? { fileId: file.id } : undefined;
  const rows = diffRows(model.diff);
  const edge = step > 0 ? -1 : rows.length;
  const at =
    from === undefined ? edge : from.place === undefined ? -1 : rowIndexOf(rows, from.place);
  const isNext = (place: DiffPlace) => (rowIndexOf(rows, place) - at) * step > 0;
  const place = step > 0 ? places.find(isNext) : places.findLast(isNext);
  return place === undefined ? undefined : { fileId: file.id, place };
};

/** Where an annotation is shown: below its last line, which may be far from the first. */
export const annotationStop = (
  state: FileState | undefined,
  annotationId: string | undefined,
): Stop | undefined => {
  if (annotationId === undefined || state === undefined) return undefined;
  const fileId = state.file.id;
  for (const { side, line, findings, comments } of state.threads.values()) {
    if (![...findings, ...comments].some(({ id }) => id === annotationId)) continue;
    return line === 0 ? { fileId, annotationId } : { fileId, annotationId, place: { side, line } };
  }
  return undefined;
};

interface Order {
  /** All files in order of the diff. */
  readonly fileIds: readonly string[];
  /** State of the file that contains the stop. */
  readonly state: FileState | undefined;
}

/** Of lines in diff order, the index of the first that is not above a stop, or their count if all are. */
export const firstFrom = (
  { fileId, place }: Stop,
  lines: readonly LineHit[],
  { fileIds, state }: Order,
): number => {
  const order = new Map(fileIds.map((id, at) => [id, at]));
  const here = order.get(fileId) ?? 0;
  const rows = state === undefined ? [] : diffRows(state.model.diff);
  const from = place === undefined ? 0 : rowIndexOf(rows, place);
  const shown = rows.slice(Math.max(0, from));
  const numbers = {
    old: new Set(shown.map(({ oldLine }) => oldLine)),
    new: new Set(shown.map(({ newLine }) => newLine)),
  };
  const first = lines.findIndex((line) =>
    line.fileId === fileId
      ? numbers[line.side].has(line.line)
      : (order.get(line.fileId) ?? 0) > here,
  );
  return first < 0 ? lines.length : first;
};
