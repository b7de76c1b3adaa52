import * as z from 'zod';
import type { RouteInputs } from './route.ts';

/** Maximum number of viewed marks kept per review; the oldest are dropped first. */
export const maxViewed = 20_000;

const digestsSchema = z.array(z.string().regex(/^[0-9a-f]{32}$/u, 'is no digest of a file'));

/** `GET /api/viewed` and the file behind it: the digests of changes marked as viewed. */
export const viewedSchema = z.object({ digests: digestsSchema });
export type Viewed = z.infer<typeof viewedSchema>;

/** The body of `PUT /api/viewed`. */
export const viewedChangeSchema = z.object({
  digests: digestsSchema.min(1).max(maxViewed),
  isViewed: z.boolean(),
});
export type ViewedChange = z.infer<typeof viewedChangeSchema>;

/** The reply: how many are marked as viewed now. */
export const viewedSavedSchema = z.object({ count: z.int().min(0) });

export const viewedInputs = {
  changeViewed: { body: viewedChangeSchema, bodyName: 'The change' },
} as const satisfies RouteInputs;
