import * as z from 'zod';
import { countSchema, textSchema } from '../scalars.ts';

/** What is reviewed: an agent's plan, a document, or a code change. */
export const modeSchema = z.enum(['plan', 'document', 'review']);
export type Mode = z.infer<typeof modeSchema>;

/** The state of a session in the registry and the API. */
export const sessionStateSchema = z.enum(['running', 'exited']);

/** The progress of preparing a session's content; the page waits for `ready`. */
export const preparationSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('preparing'),
    /** Whether `GET /api/plan` already has the first blocks. */
    hasBeginning: z.exactOptional(z.boolean()),
  }),
  z.object({ state: z.literal('ready') }),
  z.object({ state: z.literal('failed'), error: textSchema, code: textSchema }),
]);
export type Preparation = z.infer<typeof preparationSchema>;

/** The current numbers of findings and of the reviewer's unsent comments. */
export const sessionCountsSchema = z.object({
  findings: countSchema,
  comments: countSchema,
});
export type SessionCounts = z.infer<typeof sessionCountsSchema>;

export const noCounts: SessionCounts = { findings: 0, comments: 0 };
