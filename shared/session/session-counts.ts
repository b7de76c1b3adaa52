import * as z from 'zod';

/** What a session holds at the moment: the findings of tools, and the reviewer's comments that are not sent yet. */
export const sessionCountsSchema = z.object({
  findings: z.int().min(0),
  comments: z.int().min(0),
});
export type SessionCounts = z.infer<typeof sessionCountsSchema>;

export const noCounts: SessionCounts = { findings: 0, comments: 0 };
