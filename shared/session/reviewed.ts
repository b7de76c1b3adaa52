import * as z from 'zod';

/** The two sides of a code change: ids of commits, or of the empty tree; `worktree` for the files as they are. */
export const commitsSchema = z.object({ base: z.string(), head: z.string() });
export type Commits = z.infer<typeof commitsSchema>;

/** What the text for the agent says of the thing reviewed beyond its title; every field as far as it is known. */
export const reviewedSchema = z.object({
  /** File, folder or address; a path is relative to the folder that the review is about, where it lies in it. */
  path: z.exactOptional(z.string()),
  commits: z.exactOptional(commitsSchema),
  /** Of the same thing, by the same asker: one more than the reviews that asked for changes since the last approval. */
  round: z.exactOptional(z.int().min(1)),
  /** The command line that asks for another review of it. */
  command: z.exactOptional(z.string()),
  /** An agent's hook has asked for it: the agent presents its work again, and the hook asks by itself. */
  isHook: z.exactOptional(z.boolean()),
});
export type Reviewed = z.infer<typeof reviewedSchema>;
