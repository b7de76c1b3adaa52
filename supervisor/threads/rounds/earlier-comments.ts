import type { ReviewComment } from '../../../shared/annotations/comment.ts';
import { linesOfPatch, type FileLines } from '../../../shared/patch/patch-lines.ts';
import type { NumberedTexts } from '../../../shared/placement/anchor.ts';
import {
  anchorLines,
  quotedLines,
  type LinePlace,
} from '../../../shared/placement/anchor-lines.ts';
import type { WorkBudget } from '../../../shared/placement/place-approximately.ts';
import type { EarlierComment } from '../../../shared/session/rounds.ts';
import type { Side } from '../../../shared/session/side-lines.ts';
import type { ComparedFile } from './compare-files.ts';
import { deletionsIn, replacementOf, standsIn, type Deletions } from './deletions.ts';

/** A commented file, then and now. */
export interface CommentedFile {
  readonly fileId: string;
  /** A file that was only renamed counts as the same. */
  readonly state: ComparedFile['state'];
  /** The lines that its patch showed. */
  readonly before: FileLines;
  /** The lines of both sides now, or those that its patch shows. */
  readonly after: FileLines;
  /** Lines of the old side that were deleted, and that are now. */
  readonly deletedBefore: Deletions;
  readonly deletedAfter: Deletions;
}

/** @param patches the file's part of both, empty where it has none */
export const commentedFile = (
  { file, state, renamedFrom, made }: ComparedFile,
  { before, after }: Readonly<Record<'before' | 'after', string>>,
): CommentedFile => ({
  fileId: file.id,
  state: renamedFrom === undefined ? state : 'same',
  before: linesOfPatch(before),
  after:
    made?.sides === undefined
      ? linesOfPatch(after)
      : { old: numbered(made.sides.old), new: numbered(made.sides.new) },
  deletedBefore: deletionsIn(before),
  deletedAfter: deletionsIn(after),
});

/** @param lines as Latin-1, with their line feeds */
const numbered = (lines: readonly string[]): NumberedTexts => {
  const text = Buffer.from(lines.join(''), 'latin1').toString('utf8');
  const texts = text.replace(/\n$/u, '').split('\n');
  return new Map(texts.map((line, index) => [index + 1, line.replace(/\r$/u, '')]));
};

/** More lines of what replaced a comment's lines are not shown with it. */
const shownLines = 12;

/** Says what has become of a comment of the last round. @param file undefined if it is not part of the change now */
export const placeEarlier = (
  comment: ReviewComment,
  file: CommentedFile | undefined,
  budget: WorkBudget,
): EarlierComment => {
  if (comment.filePath === undefined) return { comment, state: 'standing' };
  if (file === undefined) return { comment, state: 'outdated' };
  const { fileId } = file;
  const { lineStart, side = 'new', isOutdated } = comment;
  if (lineStart === undefined)
    return { comment, state: file.state === 'same' ? 'standing' : 'addressed', fileId };
  if (isOutdated === true) return { comment, state: 'outdated', fileId };
  return { ...placeLines({ ...comment, side }, file, budget), comment, fileId, side };
};

type Found = Omit<EarlierComment, 'comment'>;

const placeLines = (
  comment: ReviewComment & { readonly side: Side },
  file: CommentedFile,
  budget: WorkBudget,
): Found => {
  const { side } = comment;
  const [before, after] = [file.before[side], file.after[side]];
  const code = comment.originalCode ?? codeAt(before, comment);
  const quoted = quotedLines(comment, code);
  if (quoted?.code === undefined || budget.steps < 0) return { state: 'outdated' };
  if (file.state === 'same' && isAt(after, quoted.lineStart, quoted.code))
    return { state: 'standing', lineStart: quoted.lineStart, lineEnd: quoted.lineEnd };
  const steps = anchorLines(quoted, { before, after }, budget);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const anchor = step.value;
  if (anchor.kind === 'exact')
    return side === 'old'
      ? placeDeleted(quoted, anchor.place, file)
      : { ...anchor.place, state: 'standing' };
  // The old side only changes with the base, which is not an answer to the comment.
  if (side === 'old') return { state: 'outdated' };
  if (anchor.kind === 'unplaced') return { state: 'addressed' };
  const { lineStart, lineEnd } = anchor.place;
  const shown = Math.min(lineEnd, lineStart + shownLines - 1);
  const now = codeAt(after, { lineStart, lineEnd: shown });
  return { ...anchor.place, state: 'addressed', ...(now === undefined ? {} : { now }) };
};

/** Old lines hardly ever change: a comment on deleted ones is about what is in their place. */
const placeDeleted = (
  was: LinePlace,
  place: LinePlace,
  { deletedBefore, deletedAfter }: CommentedFile,
): Found => {
  if (!deletedBefore.has(was.lineStart) && !deletedBefore.has(was.lineEnd))
    return { ...place, state: 'standing' };
  if (!deletedAfter.has(place.lineStart) && !deletedAfter.has(place.lineEnd))
    return { ...place, state: 'addressed' };
  const then = replacementOf(deletedBefore, was);
  const now = replacementOf(deletedAfter, place);
  if (standsIn(then, now)) return { ...place, state: 'standing' };
  const shown = (lines: readonly string[]) => lines.slice(0, shownLines).join('\n');
  return { ...place, state: 'addressed', was: shown(then), now: shown(now) };
};

const codeAt = (
  lines: NumberedTexts,
  { lineStart = 1, lineEnd = lineStart }: Pick<ReviewComment, 'lineStart' | 'lineEnd'>,
): string | undefined => {
  const texts: string[] = [];
  for (let number = lineStart; number <= lineEnd; number += 1) {
    const text = lines.get(number);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts.join('\n');
};

const isAt = (lines: NumberedTexts, first: number, code: string): boolean =>
  code
    .replace(/\n$/u, '')
    .split('\n')
    .every((text, index) => lines.get(first + index) === text.replace(/\r$/u, ''));
