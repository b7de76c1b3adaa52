import * as z from 'zod';
import { optionalTextSchema, textSchema } from '../scalars.ts';

/** What a reviewer must know of a repository to understand what is compared. */
export const repositoryNoteSchema = z.object({
  /**
   * - `same-name`: what `name` stands for, each as a full name and its commit; the first is compared
   * - `conflicted-bookmark`: the changes that the bookmark `name` stands for, each as its id and subject
   * - `divergent-changes`: compared changes of which there are other versions, each as its id and subject
   * - `not-recorded`: paths of files that are not recorded because of their size
   * - `operation-heads`: ids of operations that nobody has merged; the first is shown, without what was written since
   */
  kind: z.enum([
    'same-name',
    'conflicted-bookmark',
    'divergent-changes',
    'not-recorded',
    'operation-heads',
  ]),
  name: optionalTextSchema,
  items: z.array(textSchema),
  /** Which repository it is about, if several are compared. */
  repository: optionalTextSchema,
});
export type RepositoryNote = z.infer<typeof repositoryNoteSchema>;
