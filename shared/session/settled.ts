import * as z from 'zod';
import type { RouteInputs } from './route.ts';

/** `PUT /api/rounds/settled`: settles a comment of an earlier round, or takes that back. */
export const settleBodySchema = z.object({
  id: z.string().min(1).max(100),
  isSettled: z.boolean(),
});

/** Ids of settled comments: the reply, and the file beside the kept round. */
export const settledSchema = z.object({ settled: z.array(z.string().max(100)) });
export type Settled = z.infer<typeof settledSchema>;

export const settledInputs = {
  settleComment: { body: settleBodySchema, bodyName: 'The comment' },
} as const satisfies RouteInputs;
