import * as z from 'zod';

/** What has changed in a repository since a change was read from it. */
export const sourceChangeSchema = z.object({
  /** Whether other commits are compared by now. */
  hasOtherCommits: z.boolean(),
  /** The first few of the files that have changed. */
  paths: z.array(z.string()),
  /** How many files have changed. */
  count: z.int().min(0),
});
export type SourceChange = z.infer<typeof sourceChangeSchema>;
