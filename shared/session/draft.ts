import * as z from 'zod';
import { commentsSchema } from '../annotations/comment.ts';
import { dismissedSchema } from '../annotations/dismissed.ts';
import { editorSchema } from './editor.ts';
import { editorEntriesSchema, editorsOf, entriesOf } from './editor-entries.ts';

const generation = z.int().min(0);

/**
 * The reviewer's unsent words. Each write carries a generation one above the last one seen, so that a late
 * autosave cannot bring back what was deleted.
 */
const words = {
  generation: generation.min(1),
  feedback: z.exactOptional(z.string().max(1024 * 1024)),
  comments: commentsSchema,
  /** Ids of the annotations that the reviewer has dismissed. */
  dismissed: z.exactOptional(dismissedSchema),
};

/** What the page of the preceding release writes and reads. */
const draftOfVersion1Schema = z.object({
  ...words,
  editors: z.exactOptional(editorEntriesSchema),
});
type DraftOfVersion1 = z.infer<typeof draftOfVersion1Schema>;

const draftSchema = z.object({
  ...words,
  version: z.literal(2),
  /** What is still being written. */
  editors: z.array(editorSchema),
});
export type DraftBody = z.infer<typeof draftSchema>;

/** A draft of version 1 as one of today; all else as it is, for the schema to judge. */
const upgraded = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || 'version' in value) return value;
  const { editors = {}, ...rest } = value as { readonly editors?: unknown };
  const { data } = editorEntriesSchema.safeParse(editors);
  return { ...rest, version: 2, editors: data === undefined ? editors : editorsOf(data) };
};

/** The other way round. */
export const asVersion1 = ({ version: _, editors, ...rest }: DraftBody): DraftOfVersion1 =>
  editors.length === 0 ? rest : { ...rest, editors: entriesOf(editors) };

export const draftBodySchema = z.preprocess(upgraded, draftSchema);

/** A draft file: the words, or the mark of deletion that earlier releases have left in their place. */
export const draftFileSchema = z.preprocess(
  upgraded,
  z.union([
    z.object({ generation, isDeleted: z.literal(true), savedAt: z.iso.datetime() }),
    draftSchema.extend({ isDeleted: z.literal(false), savedAt: z.iso.datetime() }),
  ]),
);
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

/**
 * What `GET /api/draft` is asked: the version that the page reads. Without one, it is of the preceding release and gets
 * version 1.
 */
export const draftQuerySchema = z.object({ version: z.exactOptional(z.literal('2')) });

/** `GET /api/draft`: the newest generation, and the words unless there are none or they were deleted. */
export const draftAnswerSchema = z.object({
  generation,
  draft: z.union([draftSchema, draftOfVersion1Schema, z.null()]),
  savedAt: z.exactOptional(z.iso.datetime()),
});
export type DraftAnswer = z.infer<typeof draftAnswerSchema>;

/** The answer to `PUT` and `DELETE /api/draft`. */
export const draftSavedSchema = z.object({ generation });
