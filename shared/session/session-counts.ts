import * as z from 'zod';

/** The current numbers of findings and of the reviewer's unsent comments. */
export const sessionCountsSchema = z.object({
  findings: z.int().min(0),
  comments: z.int().min(0),
});
export type SessionCounts = z.infer<typeof sessionCountsSchema>;

export const noCounts: SessionCounts = { findings: 0, comments: 0 };
