import * as z from 'zod';

/** What has changed of what is reviewed since it was read. */
export const sourceChangeSchema = z.object({
  /** Whether other commits are compared by now. */
  hasOtherCommits: z.boolean(),
  /** The first few of the files that have changed. */
  paths: z.array(z.string()),
  /** How many files have changed. */
  count: z.int().min(0),
  /** Whether what is reviewed, named by its absolute path, is not there any more. */
  isGone: z.exactOptional(z.boolean()),
});
export type SourceChange = z.infer<typeof sourceChangeSchema>;
