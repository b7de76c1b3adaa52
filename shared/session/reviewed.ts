import * as z from 'zod';
import { optionalFlagSchema, optionalTextSchema, ordinalSchema, textSchema } from '../scalars.ts';

/**
 * The two sides of a code change: ids of commits, or of the empty tree; `worktree` for the files as they are, `index` for
 * what is staged.
 */
export const commitsSchema = z.object({
  base: textSchema,
  head: textSchema,
  /** The branch at whose common ancestor the change begins. */
  since: optionalTextSchema,
  /** The folder of the repository, if it is one of several. */
  repository: optionalTextSchema,
});
export type Commits = z.infer<typeof commitsSchema>;

/** What the text for the agent says about the reviewed thing besides its title, as far as it is known. */
export const reviewedSchema = z.object({
  /** File, folder or URL; a path inside the review's folder is relative to it. */
  path: optionalTextSchema,
  /** The folder that the names of several documents start from, as `path` is; absent if it is the review's folder. */
  namesFrom: optionalTextSchema,
  commits: z.exactOptional(commitsSchema),
  /**
   * Number of the review of the same thing by the same requester: rejected reviews since the last approval, plus one.
   */
  round: z.exactOptional(ordinalSchema),
  /** The command line that requests another review of it. */
  command: optionalTextSchema,
  /**
   * Whether an agent's hook requested it: the agent then just presents its work again, and the hook opens the next
   * review.
   */
  isHook: optionalFlagSchema,
  /** False if the notes of an approval do not reach the agent. */
  carriesNotes: optionalFlagSchema,
});
export type Reviewed = z.infer<typeof reviewedSchema>;

/** The source of a plan's or document's content. */
export const contentSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('content') }),
  z.object({
    kind: z.literal('path'),
    path: textSchema,
    /** The folder that the names of several documents start from. */
    namesFrom: optionalTextSchema,
  }),
  z.object({ kind: z.literal('url'), url: textSchema }),
]);
