import type { Annotation } from '../../shared/annotations/annotation.ts';
import type { Comment } from '../../shared/annotations/comment.ts';
import type { DecisionParts, Outcome } from '../../shared/session/decision.ts';
import type { Reviewed } from '../../shared/session/reviewed.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';

/** What the reviewer, or the end of a process, decided. */
export interface Verdict {
  readonly outcome: Outcome;
  /** Why it is `closed` or `undecided`. */
  readonly reason?: string;
  readonly feedback?: string;
  readonly comments: readonly Comment[];
  /** Ids of annotations that the reviewer leaves out. */
  readonly dismissed?: readonly string[];
  /** False leaves the other ones out of the text for the agent. */
  readonly withFindings?: boolean;
}

type SessionFacts = Pick<Assignment, 'id' | 'mode' | 'title' | 'project'> & {
  readonly reviewed: Reviewed | undefined;
};

/** The decision as it is kept: the verdict, and the annotations that stand and were not dismissed. */
export const makeDecision = (
  { id, mode, title, project, reviewed }: SessionFacts,
  { dismissed = [], withFindings = true, ...verdict }: Verdict,
  { annotations, decidedAt }: { annotations: readonly Annotation[]; decidedAt: string },
): DecisionParts => {
  const left = leftOf(dismissed, annotations);
  const sent = annotations.filter((annotation) => !left.has(annotation.id));
  return {
    id,
    mode,
    title,
    project,
    ...(reviewed === undefined ? {} : { reviewed }),
    ...verdict,
    comments: [...verdict.comments],
    annotations: sent,
    ...(left.size === 0 ? {} : { dismissed: [...left] }),
    ...(withFindings ? {} : { withFindings }),
    decidedAt,
  };
};

/** The dismissed ones that are there. Mostly none is dismissed, and there may be a hundred thousand. */
const leftOf = (
  dismissed: readonly string[],
  annotations: readonly Annotation[],
): ReadonlySet<string> => {
  if (dismissed.length === 0) return new Set();
  const known = new Set(annotations.map((annotation) => annotation.id));
  return new Set(dismissed.filter((annotation) => known.has(annotation)));
};
