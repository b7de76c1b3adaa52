import * as z from 'zod';
import { contentSourceSchema } from './content-source.ts';
import { endedSessionSchema } from './session.ts';

/**
 * What says, in the folder of an ended review, what its content is: `decisions/<id>/ended.json`, beside the content.
 * `version` is that of the content that was decided on.
 */
export const endedReviewSchema = z.object({
  session: endedSessionSchema,
  source: contentSourceSchema,
  version: z.int().min(1),
});
export type EndedReview = z.infer<typeof endedReviewSchema>;
