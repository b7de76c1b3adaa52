import * as z from 'zod';
import { annotationSchema } from '../annotations/annotation.ts';
import { commentsSchema } from '../annotations/comment.ts';
import { dismissedSchema } from '../annotations/dismissed.ts';
import { undoSecondsSchema } from './held.ts';
import { modeSchema } from './mode.ts';
import { nextReviewSchema } from './next-review.ts';
import { outcomeSchema } from './outcome.ts';
import { reviewedSchema } from './reviewed.ts';
import { sessionIdSchema } from './session-id.ts';

export type Outcome = z.infer<typeof outcomeSchema>;

/** The content of `decisions/<id>.json`: what the launching process gets, now or later. */
export const decisionSchema = z.object({
  id: sessionIdSchema,
  mode: modeSchema,
  outcome: outcomeSchema,
  title: z.string(),
  project: z.string(),
  /** What was reviewed. Absent in decisions of earlier releases. */
  reviewed: z.exactOptional(reviewedSchema),
  /** Why it is `closed` or `undecided`, for people. */
  reason: z.exactOptional(z.string()),
  /** What the reviewer wrote about the whole. */
  feedback: z.exactOptional(z.string()),
  /** The reviewer's own comments. */
  comments: commentsSchema,
  /** The external annotations that stood at that moment, without those that the reviewer had dismissed or adopted. */
  annotations: z.array(annotationSchema),
  /** Ids of the annotations that the reviewer had dismissed, or made a comment of. */
  dismissed: z.exactOptional(dismissedSchema),
  /** False where the reviewer left the findings out of `markdown`; `annotations` has them all the same. */
  withFindings: z.exactOptional(z.boolean()),
  /** All of it as the agent reads it. */
  markdown: z.string(),
  decidedAt: z.iso.datetime(),
});
export type Decision = z.infer<typeof decisionSchema>;

/** What a decision is made of: its text for the agent is made of the rest. */
export type DecisionParts = Omit<Decision, 'markdown'>;

/** The exit code of a CLI that waited for a decision. Source: design.md, section 5. */
export const outcomeExitCodes = {
  approved: 0,
  denied: 10,
  feedback: 10,
  closed: 11,
  undecided: 12,
} as const satisfies Record<Outcome, number>;

const feedback = z.string().max(1024 * 1024);
/** For how long the decision is held, so that it can be undone; none for not at all. */
const undoSeconds = z.exactOptional(undoSecondsSchema);

/** The body of `POST /api/approve` and `POST /api/deny`; `annotations` are the reviewer's own comments. */
export const verdictBodySchema = z.object({
  feedback: z.exactOptional(feedback),
  annotations: z.exactOptional(commentsSchema),
  /** The external annotations that are to be left out. */
  dismissed: z.exactOptional(dismissedSchema),
  undoSeconds,
  /** False leaves the other ones out of the text for the agent; the decision has them all the same. */
  withFindings: z.exactOptional(z.boolean()),
});
export type VerdictBody = z.infer<typeof verdictBodySchema>;

/** The body of `POST /api/feedback`. */
export const feedbackBodySchema = verdictBodySchema.extend({
  approved: z.exactOptional(z.boolean()),
});
export type FeedbackBody = z.infer<typeof feedbackBodySchema>;

/** The body of `POST /api/exit`. */
export const exitBodySchema = z.object({ undoSeconds });
/** The body of `POST /api/decision/preview`: that of the decision, and what it would be. */
export const previewBodySchema = verdictBodySchema.extend({
  outcome: z.enum(['approved', 'denied', 'feedback']),
});
export type PreviewBody = z.infer<typeof previewBodySchema>;

/** The text that the agent would get, and how many findings it tells of in how many lines. */
export const previewAnswerSchema = z.object({
  text: z.string(),
  /** False where the text goes on beyond what a page is shown. */
  isWhole: z.boolean(),
  findings: z.int().min(0),
  findingLines: z.int().min(0),
});
export type PreviewAnswer = z.infer<typeof previewAnswerSchema>;

/** The answer to a decision: it is durable. */
export const decidedAnswerSchema = z.object({
  outcome: outcomeSchema,
  decidedAt: z.iso.datetime(),
  /** Another review that waits, where the supervisor has said so in time. */
  next: z.exactOptional(nextReviewSchema),
  /** When the launching process gets it, where it can be undone until then. */
  releaseAt: z.exactOptional(z.iso.datetime()),
});

/** The answer to `POST /api/decision/release`. */
export const releasedAnswerSchema = decidedAnswerSchema.pick({ outcome: true, decidedAt: true });
