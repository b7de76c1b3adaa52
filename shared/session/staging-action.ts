import * as z from 'zod';

/** What can be done with a changed file, or with lines of it. */
export const stagingActionSchema = z.enum(['stage', 'unstage', 'discard']);
export type StagingAction = z.infer<typeof stagingActionSchema>;
