import * as z from 'zod';

/** The query of `GET /v1/change`: what a review would be opened with. */
export const changeQuerySchema = z.object({
  /** Absolute path of a folder in a work tree. */
  cwd: z.string().startsWith('/').max(4096),
  range: z.exactOptional(z.string().min(1).max(1000)),
});

/** What a hook needs to know about a change. */
export const changeStateSchema = z.object({
  /** Differs whenever a review would show something else. */
  state: z.string(),
  isEmpty: z.boolean(),
});
export type ChangeState = z.infer<typeof changeStateSchema>;
