import type { Annotation } from '../../shared/annotations/annotation.ts';
import type { Comment } from '../../shared/annotations/comment.ts';
import type { DecisionParts, Outcome } from '../../shared/session/decision.ts';
import type { ReviewerEdit } from '../../shared/session/source.ts';
import type { StagedPart } from '../../shared/session/staging.ts';
import type { Reviewed, Commits } from '../../shared/session/reviewed.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';

/** A verdict by the reviewer, or for a session that ends without one. */
export interface Verdict {
  readonly outcome: Outcome;
  /** Reason for `closed` or `undecided`. */
  readonly reason?: string;
  readonly feedback?: string;
  readonly comments: readonly Comment[];
  /** Ids of the findings that the reviewer dismissed. */
  readonly dismissed?: readonly string[];
  /** False leaves the remaining findings out of the text for the agent. */
  readonly withFindings?: boolean;
  /** Edits of texts that are in no file. */
  readonly edits?: readonly ReviewerEdit[];
}

type SessionFacts = Pick<Assignment, 'id' | 'mode' | 'title' | 'project'> & {
  readonly reviewed: Reviewed | undefined;
  readonly staging?: readonly StagedPart[];
  /** Edits that are saved. */
  readonly edits?: readonly ReviewerEdit[];
};

/** The decision as stored: the verdict with all annotations that were not dismissed. */
export const makeDecision = (
  { id, mode, title, project, reviewed, staging = [], edits: saved = [] }: SessionFacts,
  { dismissed = [], withFindings = true, edits = [], ...verdict }: Verdict,
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
    ...(staging.length === 0 ? {} : { staging: [...staging] }),
    ...(saved.length + edits.length === 0 ? {} : { edits: [...saved, ...edits] }),
    ...verdict,
    comments: [...verdict.comments],
    annotations: sent,
    ...(left.size === 0 ? {} : { dismissed: [...left] }),
    ...(withFindings ? {} : { withFindings }),
    decidedAt,
  };
};

/** Filters out the dismissed annotations. Usually none are dismissed, and there may be a hundred thousand. */
const leftOf = (
  dismissed: readonly string[],
  annotations: readonly Annotation[],
): ReadonlySet<string> => {
  if (dismissed.length === 0) return new Set();
  const known = new Set(annotations.map((annotation) => annotation.id));
  return new Set(dismissed.filter((annotation) => known.has(annotation)));
};

/** No reviewer does more by hand. */
const maxTold = 1000;

/** What is known about the reviewed thing, for the text that the agent gets. */
export class ReviewedFacts {
  #current: Reviewed | undefined;
  #staging: readonly StagedPart[] = [];
  readonly #edits = new Map<string, ReviewerEdit>();

  constructor(assigned: Reviewed | undefined) {
    this.#current = assigned;
  }

  get current(): Reviewed | undefined {
    return this.#current;
  }

  /** What was done to the project. */
  get staging(): readonly StagedPart[] {
    return this.#staging;
  }

  /** What the reviewer has edited and saved, by file. */
  get edits(): readonly ReviewerEdit[] {
    return [...this.#edits.values()];
  }

  /** A file was saved; its diff is since it was read first. */
  edited(edit: ReviewerEdit): void {
    if (edit.diff === '') this.#edits.delete(edit.path);
    else this.#edits.set(edit.path, edit);
  }

  stagingChanged(staging: readonly StagedPart[]): void {
    this.#staging = staging.slice(-maxTold);
  }

  /** Updates the compared commits after a refresh; supervisors of earlier releases do not send them. */
  readAnew(commits: Commits | undefined): void {
    const { commits: _, ...rest } = this.#current ?? {};
    this.#current = { ...rest, ...(commits === undefined ? {} : { commits }) };
  }
}
