import * as z from 'zod';

/** A review waiting for its reviewer. `url` has no trailing slash; behind the gateway, use `id` instead. */
export const nextReviewSchema = z.object({ id: z.string(), title: z.string(), url: z.string() });
export type NextReview = z.infer<typeof nextReviewSchema>;
