import type { Annotation } from '../annotations/annotation.ts';
import type { Comment } from '../annotations/comment.ts';
import type { Mode } from '../session/mode.ts';
import type { Outcome } from '../session/decision.ts';
import type { Reviewed } from '../session/reviewed.ts';
import { commentPieces } from './comments.ts';
import { condenseFindings, findingPieces, type CondensedFindings } from './findings.ts';
import { headline } from './headline.ts';
import { nextStep } from './next-step.ts';

/** What the feedback is made of: everything of a decision but its text. */
export interface FeedbackParts {
  /** Of the session; words that never became a decision have none. */
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
  /** False where the text only says how many findings there are; true where absent. */
  readonly withFindings?: boolean;
}

/** What the piece with the reviewer's note begins with. */
export const noteHeading = "\n\n## The reviewer's note\n\n";

/** The reviewer's words on the whole; empty where there are none. */
const noteOf = ({ feedback = '' }: FeedbackParts): string => feedback.trim();

/** The feedback as the agent reads it: a prompt that says what was decided, what to do now, and about what. */
export const feedbackMarkdown = (parts: FeedbackParts): string =>
  [...feedbackPieces(parts)].join('');

/**
 * The same in pieces: all of them together may be more than memory should hold. What the reviewer wrote comes first, in
 * a piece for each comment; what tools wrote is condensed at the end.
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
