import type { Annotation } from '../annotations/annotation.ts';
import type { Comment } from '../annotations/comment.ts';
import type { Outcome } from '../session/decision.ts';
import type { Mode } from '../session/mode.ts';
import type { Reviewed } from '../session/reviewed.ts';
import type { ReviewerEdit } from '../session/source.ts';
import type { StagedPart } from '../session/staging.ts';
import { commentItem } from './comment-item.ts';
import { documentPath } from './document-path.ts';
import { editPieces, hasUnsavedEdit } from './edits.ts';
import { condenseFindings, findingPieces, type CondensedFindings } from './findings.ts';
import { closedWords } from './closed-words.ts';
import { inlineWords, pathSpan } from './quotation.ts';
import { stagingPieces } from './staging.ts';
import { headline, nextStep } from './summary.ts';

/** Input of the feedback: a decision without its text. */
export interface FeedbackParts {
  /** The session's id; absent if there is no decision yet. */
  readonly id?: string;
  readonly mode: Mode;
  readonly outcome: Outcome;
  readonly title: string;
  readonly reviewed?: Reviewed;
  readonly staging?: readonly StagedPart[];
  readonly edits?: readonly ReviewerEdit[];
  /** Why it is `closed` or `undecided`. */
  readonly reason?: string;
  readonly feedback?: string;
  readonly comments: readonly Comment[];
  readonly annotations: readonly Annotation[];
  /** If false, the text only says how many findings there are. Default: true. */
  readonly withFindings?: boolean;
}

/** Start of the piece with the reviewer's note. */
export const noteHeading = "\n\n## The reviewer's note\n\n";

/** The reviewer's overall feedback, possibly empty. */
const noteOf = ({ feedback = '' }: FeedbackParts): string => closedWords(feedback.trim());

/** The feedback for the agent: what was decided, what to do now, and the details. */
export const feedbackMarkdown = (parts: FeedbackParts): string =>
  [...feedbackPieces(parts)].join('');

/**
 * The same in pieces, since the whole may be too large for memory. The reviewer's comments come first, one piece each,
 * then condensed findings.
 */
export function* feedbackPieces(
  parts: FeedbackParts,
  findings: CondensedFindings = condenseFindings(parts.annotations),
): Generator<string> {
  const note = noteOf(parts);
  yield `${headline(parts)}\n\n${nextStep(parts, note !== '' || hasUnsavedEdit(parts))}`;
  yield* reviewerPieces(parts);
  yield* findingPieces(findings, parts);
  yield '\n';
}

/** What the reviewer wrote and did: the note, edits, staged changes and comments. Nothing if there is none of that. */
export function* reviewerPieces(parts: FeedbackParts): Generator<string> {
  const note = noteOf(parts);
  if (note !== '') yield `${noteHeading}${note}`;
  yield* editPieces(parts);
  yield* stagingPieces(parts.staging);
  yield* commentPieces(parts);
}

/** Sort key of a comment: its file or section, then its position. */
interface Place {
  readonly comment: Comment;
  readonly heading: string;
  /** Undefined for general comments, and if there is only one document. */
  readonly file: string | undefined;
  readonly isOnWhole: boolean;
  readonly line: number;
  readonly offset: number;
}

const byName = new Intl.Collator('en', { numeric: true });

/** The comments in the order of their numbers in the text, which begin at 1. */
export const numberedComments = (comments: readonly Comment[]): readonly Comment[] =>
  placesOf(comments).map(({ comment }) => comment);

/** General ones first, then by file or section in order of position. */
const placesOf = (comments: readonly Comment[], reviewed?: Reviewed): readonly Place[] =>
  comments.map((comment) => placeOf(comment, reviewed)).toSorted(comparePlaces);

/** The comments, numbered. */
function* commentPieces({ comments, reviewed }: FeedbackParts): Generator<string> {
  const places = placesOf(comments, reviewed);
  let heading: string | undefined;
  for (const [index, place] of places.entries()) {
    const opening = place.heading === heading ? '' : `\n\n## ${place.heading}`;
    ({ heading } = place);
    yield `${opening}\n\n${commentItem(place.comment, index + 1)}`;
  }
}

const comparePlaces = (one: Place, other: Place): number =>
  Number(other.isOnWhole) - Number(one.isOnWhole) ||
  byName.compare(one.file ?? '', other.file ?? '') ||
  one.line - other.line ||
  one.offset - other.offset;

/** Sorts last in its file. */
const nowhere = Number.MAX_SAFE_INTEGER;

const placeOf = (comment: Comment, reviewed: Reviewed | undefined): Place => {
  if ('scope' in comment) {
    const { scope, filePath: file, lineStart } = comment;
    if (scope === 'general' || file === undefined) return onWhole(comment);
    const line = scope === 'file' ? 0 : (lineStart ?? nowhere);
    return { comment, heading: pathSpan(file), file, isOnWhole: false, line, offset: 0 };
  }
  const { file, section, startLine: line = nowhere, startOffset: offset = 0 } = comment;
  const isOnText = comment.type !== 'GLOBAL_COMMENT' && comment.originalText !== undefined;
  if (file !== undefined) {
    const heading = pathSpan(documentPath(file, reviewed));
    const at = isOnText ? { line, offset } : { line: 0, offset: 0 };
    return { comment, heading, file, isOnWhole: false, ...at };
  }
  if (!isOnText) return onWhole(comment);
  const heading = section === undefined ? 'In the text' : `Under "${inlineWords(section)}"`;
  return { comment, heading, file, isOnWhole: false, line, offset };
};

const onWhole = (comment: Comment): Place => ({
  comment,
  heading: 'Overall',
  file: undefined,
  isOnWhole: true,
  line: 0,
  offset: 0,
});
