import * as z from 'zod';

/** A review that waits for its reviewer. `url` has no slash at its end; behind the gateway `id` tells more. */
export const nextReviewSchema = z.object({ id: z.string(), title: z.string(), url: z.string() });
export type NextReview = z.infer<typeof nextReviewSchema>;
