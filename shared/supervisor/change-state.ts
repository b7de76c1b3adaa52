import * as z from 'zod';

/** The query of `GET /v1/change`: what a review would be opened with. */
export const changeQuerySchema = z.object({
  /** Absolute folder in a work tree. */
  cwd: z.string().startsWith('/').max(4096),
  range: z.exactOptional(z.string().min(1).max(1000)),
});

/** A change as far as a hook has to know it. */
export const changeStateSchema = z.object({
  /** Another one where something else would be reviewed. */
  state: z.string(),
  isEmpty: z.boolean(),
});
export type ChangeState = z.infer<typeof changeStateSchema>;
