import type { Annotation } from '../annotations/annotation.ts';
import type { Comment } from '../annotations/comment.ts';
import type { Mode } from '../session/mode.ts';
import type { Outcome } from '../session/decision.ts';
import type { Reviewed } from '../session/reviewed.ts';
import { commentPieces } from './comments.ts';
import { condenseFindings, findingPieces, type CondensedFindings } from './findings.ts';
import { headline, nextStep } from './summary.ts';

/** Input of the feedback: a decision without its text. */
export interface FeedbackParts {
  /** The session's id; absent if there is no decision yet. */
  readonly id?: string;
  readonly mode: Mode;
  readonly outcome: Outcome;
  readonly title: string;
  readonly reviewed?: Reviewed;
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
const noteOf = ({ feedback = '' }: FeedbackParts): string => feedback.trim();

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
  yield `${headline(parts)}\n\n${nextStep(parts, note !== '')}`;
  if (note !== '') yield `${noteHeading}${note}`;
  yield* commentPieces(parts.comments);
  yield* findingPieces(findings, parts);
  yield '\n';
}
