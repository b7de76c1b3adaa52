import type { Comment } from '../../../../shared/annotations/comment.ts';
import type { Editor } from '../../store/editors-slice.ts';
import type { FileLines } from './file-lines.ts';

/** Lines that something was said about, with the code that stood there. */
export interface SaidOf {
  readonly filePath: string;
  readonly side: 'old' | 'new';
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly code: string | undefined;
  /** Whether they were not there any more before. */
  readonly isOutdated: boolean;
}

/** Where such lines are in the change as it is now; undefined where they are not there any more. */
export type PlaceLines = (said: SaidOf) => { lineStart: number; lineEnd: number } | undefined;

/** As far as code that stands in several places is looked for. */
const nearLines = 100;

/**
 * Where code stands in lines: the only place that has it, or the nearest of those near to where it was. Undefined where
 * there is none.
 */
export const findCode = (
  lines: FileLines['new'],
  { code, lineStart }: Pick<SaidOf, 'code' | 'lineStart'>,
): number | undefined => {
  if (code === undefined) return undefined;
  const wanted = code
    .replace(/\n$/u, '')
    .split('\n')
    .map((line) => line.replace(/\r$/u, ''));
  const found = [...lines.keys()].filter((start) =>
    wanted.every((line, at) => lines.get(start + at) === line),
  );
  const nearest = found.reduce<number | undefined>(
    (best, start) =>
      best === undefined || Math.abs(start - lineStart) < Math.abs(best - lineStart) ? start : best,
    undefined,
  );
  if (nearest === undefined || found.length === 1) return nearest;
  return Math.abs(nearest - lineStart) <= nearLines ? nearest : undefined;
};

interface Placed {
  readonly lineStart?: number;
  readonly lineEnd?: number;
  readonly isOutdated?: boolean;
}

const moved = <Part extends Placed>(part: Part, said: SaidOf, place: PlaceLines): Part => {
  const { isOutdated: _, ...rest } = part;
  const lines = place(said);
  // What was left out is optional.
  return (lines === undefined ? { ...part, isOutdated: true } : { ...rest, ...lines }) as Part;
};

/** The lines that a comment is on; undefined for one on a file or the whole. */
export const saidByComment = (comment: Comment): SaidOf | undefined => {
  if (!('scope' in comment) || comment.scope !== 'line') return undefined;
  const { filePath, side = 'new', lineStart, lineEnd = lineStart, originalCode } = comment;
  const { isOutdated = false } = comment;
  if (filePath === undefined || lineStart === undefined || lineEnd === undefined) return undefined;
  return { filePath, side, lineStart, lineEnd, code: originalCode, isOutdated };
};

/** The same of what is being written. */
export const saidByEditor = ({ target }: Editor): SaidOf | undefined => {
  if (target.kind !== 'lines') return undefined;
  const { filePath, side, lineStart, lineEnd = lineStart, isOutdated = false } = target.target;
  if (lineStart === undefined || lineEnd === undefined) return undefined;
  const code = target.originalCode === '' ? undefined : target.originalCode;
  return { filePath, side, lineStart, lineEnd, code, isOutdated };
};

/**
 * Comments in another version of a change: those whose code is still there stand where it is now, the others are marked
 * as out of date. None is lost.
 */
export const commentsAnew = (comments: readonly Comment[], place: PlaceLines): Comment[] =>
  comments.map((comment) => {
    const said = saidByComment(comment);
    return said === undefined ? comment : moved(comment as Comment & Placed, said, place);
  });

/** The same of what is being written. */
export const editorsAnew = (editors: readonly Editor[], place: PlaceLines): Editor[] =>
  editors.map((editor) => {
    const { target } = editor;
    const said = saidByEditor(editor);
    if (said === undefined || target.kind !== 'lines') return editor;
    return { ...editor, target: { ...target, target: moved(target.target, said, place) } };
  });
