import * as z from 'zod';
import { contentSourceSchema } from './content-source.ts';
import { endedSessionSchema } from './session.ts';

/**
 * The schema of `decisions/<id>/ended.json`, which describes the archived content next to it. `version` is the content
 * version that was decided on.
 */
export const endedReviewSchema = z.object({
  session: endedSessionSchema,
  source: contentSourceSchema,
  version: z.int().min(1),
});
export type EndedReview = z.infer<typeof endedReviewSchema>;
