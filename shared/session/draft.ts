import * as z from 'zod';
import { commentsSchema } from '../annotations/comment.ts';
import { dismissedSchema } from '../annotations/dismissed.ts';

const generation = z.int().min(0);

/**
 * The reviewer's unsent words. Each write carries a generation one above the last one seen, so that a late
 * autosave cannot bring back what was deleted.
 */
export const draftBodySchema = z.object({
  generation: generation.min(1),
  feedback: z.exactOptional(z.string().max(1024 * 1024)),
  comments: commentsSchema,
  /** Ids of the annotations that the reviewer has dismissed. */
  dismissed: z.exactOptional(dismissedSchema),
  /** Text in editors that are still open, by a key of the page's choosing. */
  editors: z.exactOptional(z.record(z.string().max(500), z.string().max(65_536))),
});
export type DraftBody = z.infer<typeof draftBodySchema>;

/** A draft file: the words, or the mark that they were deleted at that generation. */
export const draftFileSchema = z.union([
  z.object({ generation, isDeleted: z.literal(true), savedAt: z.iso.datetime() }),
  draftBodySchema.extend({ isDeleted: z.literal(false), savedAt: z.iso.datetime() }),
]);
export type DraftFile = z.infer<typeof draftFileSchema>;

/** `GET /api/draft`: the newest generation, and the words unless there are none or they were deleted. */
export const draftAnswerSchema = z.object({
  generation,
  draft: z.union([draftBodySchema, z.null()]),
  savedAt: z.exactOptional(z.iso.datetime()),
});
export type DraftAnswer = z.infer<typeof draftAnswerSchema>;

/** The answer to `PUT` and `DELETE /api/draft`. */
export const draftSavedSchema = z.object({ generation });
