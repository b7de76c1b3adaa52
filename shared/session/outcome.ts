import * as z from 'zod';
import { textSchema } from '../scalars.ts';

/** How a session ended. `undecided`: a process died first; never an approval. */
export const outcomeSchema = z.enum(['approved', 'denied', 'feedback', 'closed', 'undecided']);

/** Seconds during which a decision can be undone; 0 for none. */
export const undoSecondsSchema = z.number().min(0).max(60);

/** A durable decision that can still be undone; the launching process gets it at `releaseAt`. */
export const heldSchema = z.object({
  outcome: outcomeSchema,
  decidedAt: z.iso.datetime(),
  releaseAt: z.iso.datetime(),
});
export type Held = z.infer<typeof heldSchema>;

/** A review waiting for its reviewer. `url` has no trailing slash; behind the gateway, use `id` instead. */
export const nextReviewSchema = z.object({ id: textSchema, title: textSchema, url: textSchema });
export type NextReview = z.infer<typeof nextReviewSchema>;
