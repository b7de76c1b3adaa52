import * as z from 'zod';
import { outcomeSchema } from './outcome.ts';

/** Seconds during which a decision can be undone; 0 for none. */
export const undoSecondsSchema = z.number().min(0).max(60);

/** A durable decision that can still be undone; the launching process gets it at `releaseAt`. */
export const heldSchema = z.object({
  outcome: outcomeSchema,
  decidedAt: z.iso.datetime(),
  releaseAt: z.iso.datetime(),
});
export type Held = z.infer<typeof heldSchema>;
