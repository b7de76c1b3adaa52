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

/** A draft file: the words, or the mark of deletion that earlier releases have left in their place. */
export const draftFileSchema = z.union([
  z.object({ generation, isDeleted: z.literal(true), savedAt: z.iso.datetime() }),
  draftBodySchema.extend({ isDeleted: z.literal(false), savedAt: z.iso.datetime() }),
]);
export type DraftFile = z.infer<typeof draftFileSchema>;

/** How much of the end of a draft file says what it holds. */
export const draftEndBytes = 128;

/** As a draft file is written: what says what it holds stands last, for `parseDraftEnd`. */
export const serializeDraft = (draft: DraftBody, savedAt: Date): string => {
  const file: DraftFile = { ...draft, isDeleted: false, savedAt: savedAt.toISOString() };
  return JSON.stringify(file);
};

/**
 * Whether a draft file holds words or is a mark of deletion, and since when, from its end alone: what a reviewer has
 * written may be long. Undefined where the file is damaged.
 */
export const parseDraftEnd = (
  end: string,
): Pick<DraftFile, 'isDeleted' | 'savedAt'> | undefined => {
  const [, isDeleted, savedAt = ''] = draftEnd.exec(end) ?? [];
  return isDeleted === undefined ? undefined : { isDeleted: isDeleted === 'true', savedAt };
};

const draftEnd =
  /"isDeleted":(true|false),"savedAt":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"\}$/u;

/** `GET /api/draft`: the newest generation, and the words unless there are none or they were deleted. */
export const draftAnswerSchema = z.object({
  generation,
  draft: z.union([draftBodySchema, z.null()]),
  savedAt: z.exactOptional(z.iso.datetime()),
});
export type DraftAnswer = z.infer<typeof draftAnswerSchema>;

/** The answer to `PUT` and `DELETE /api/draft`. */
export const draftSavedSchema = z.object({ generation });
