import * as z from 'zod';

/** As many ticks as are kept of one review; the oldest fall away first. */
export const maxViewed = 20_000;

const digestsSchema = z.array(z.string().regex(/^[0-9a-f]{32}$/u, 'is no digest of a file'));

/** `GET /api/viewed`, and the file that it is kept in: the digests of the changes that the reviewer has viewed. */
export const viewedSchema = z.object({ digests: digestsSchema });
export type Viewed = z.infer<typeof viewedSchema>;

/** The body of `PUT /api/viewed`. */
export const viewedChangeSchema = z.object({
  digests: digestsSchema.min(1).max(maxViewed),
  isViewed: z.boolean(),
});
export type ViewedChange = z.infer<typeof viewedChangeSchema>;

/** The answer to it: how many are viewed now. */
export const viewedSavedSchema = z.object({ count: z.int().min(0) });
