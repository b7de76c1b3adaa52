import * as z from 'zod';
import { annotationSchema } from '../annotations/annotation.ts';
import { commentsSchema, dismissedSchema } from '../annotations/comment.ts';
import { nextReviewSchema, outcomeSchema, undoSecondsSchema } from './outcome.ts';
import { modeSchema } from './mode.ts';
import { reviewedSchema } from './reviewed.ts';
import { reviewerEditSchema, textEditsSchema } from './source.ts';
import { stagedPartSchema } from './staging.ts';
import { sessionIdSchema } from './session-id.ts';
import { nothing } from './route-schemas.ts';
import type { RouteInputs } from './route.ts';

export type Outcome = z.infer<typeof outcomeSchema>;

/** The schema of `decisions/<id>.json`: what the launching process gets, now or later. */
export const decisionSchema = z.object({
  id: sessionIdSchema,
  mode: modeSchema,
  outcome: outcomeSchema,
  title: z.string(),
  project: z.string(),
  /** What was reviewed. Absent in decisions of earlier releases. */
  reviewed: z.exactOptional(reviewedSchema),
  /** What the reviewer staged, unstaged or discarded, and what was refused. */
  staging: z.exactOptional(z.array(stagedPartSchema)),
  /** What the reviewer has edited: what is in files by now, then what is not. */
  edits: z.exactOptional(z.array(reviewerEditSchema)),
  /** Why it is `closed` or `undecided`, for display. */
  reason: z.exactOptional(z.string()),
  /** The reviewer's general note. */
  feedback: z.exactOptional(z.string()),
  /** The reviewer's own comments. */
  comments: commentsSchema,
  /** The annotations at that time, without those that the reviewer dismissed or accepted. */
  annotations: z.array(annotationSchema),
  /** Ids of the annotations that the reviewer dismissed or accepted as comments. */
  dismissed: z.exactOptional(dismissedSchema),
  /** False if the reviewer left the findings out of `markdown`; `annotations` has them anyway. */
  withFindings: z.exactOptional(z.boolean()),
  /** The whole decision as text for the agent. */
  markdown: z.string(),
  decidedAt: z.iso.datetime(),
});
export type Decision = z.infer<typeof decisionSchema>;

/** The input for a decision's `markdown`, which is generated from it. */
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
/** How long the decision can be undone; not at all if absent. */
const undoSeconds = z.exactOptional(undoSecondsSchema);

/** The body of `POST /api/approve` and `POST /api/deny`; `annotations` are the reviewer's own comments. */
export const verdictBodySchema = z.object({
  feedback: z.exactOptional(feedback),
  annotations: z.exactOptional(commentsSchema),
  /** Their name in a draft. Dropped like an unknown field, they would be lost without a word. */
  comments: z.exactOptional(z.never('is a field of drafts; a decision takes `annotations`')),
  /** Ids of the annotations to leave out. */
  dismissed: z.exactOptional(dismissedSchema),
  undoSeconds,
  /** Edits of texts that are not saved: the agent gets them. */
  edits: z.exactOptional(textEditsSchema),
  /** False leaves the findings out of the text for the agent; the decision has them anyway. */
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
/** The body of `POST /api/decision/preview`: the body of the decision, with its outcome. */
export const previewBodySchema = verdictBodySchema.extend({
  outcome: z.enum(['approved', 'denied', 'feedback']),
});
export type PreviewBody = z.infer<typeof previewBodySchema>;

/** The text that the agent would get, and how many findings it contains, in how many lines. */
export const previewAnswerSchema = z.object({
  text: z.string(),
  /** False if the text was truncated for the page. */
  isWhole: z.boolean(),
  findings: z.int().min(0),
  findingLines: z.int().min(0),
});
export type PreviewAnswer = z.infer<typeof previewAnswerSchema>;

/** The reply to a decision, which is durable by then. */
export const decidedAnswerSchema = z.object({
  outcome: outcomeSchema,
  decidedAt: z.iso.datetime(),
  /** Another waiting review, if the supervisor named one in time. */
  next: z.exactOptional(nextReviewSchema),
  /** When the launching process gets the decision, if it can be undone until then. */
  releaseAt: z.exactOptional(z.iso.datetime()),
});

/** The reply to `POST /api/decision/release`. */
export const releasedAnswerSchema = decidedAnswerSchema.pick({ outcome: true, decidedAt: true });

const bodyName = 'The decision';

export const decisionInputs = {
  approve: { body: verdictBodySchema, bodyName },
  deny: { body: verdictBodySchema, bodyName },
  sendFeedback: { body: feedbackBodySchema, bodyName },
  previewDecision: { body: previewBodySchema, bodyName },
  exit: { body: exitBodySchema.optional(), bodyName },
  releaseDecision: { body: nothing, bodyName },
  undoDecision: { body: nothing, bodyName },
} as const satisfies RouteInputs;
