import * as z from 'zod';
import { outcomeSchema } from './outcome.ts';

/** For how many seconds a decision can be undone; 0 for not at all. */
export const undoSecondsSchema = z.number().min(0).max(60);

/** A decision that is durable, can still be undone, and is not told to the launching process before `releaseAt`. */
export const heldSchema = z.object({
  outcome: outcomeSchema,
  decidedAt: z.iso.datetime(),
  releaseAt: z.iso.datetime(),
});
export type Held = z.infer<typeof heldSchema>;
