import * as z from 'zod';
import { errorBodySchema } from '../errors.ts';
import { blockSchema } from '../placement/blocks.ts';
import { maxDocumentNameLength, maxEditedLength, maxEdits } from '../limits.ts';
import type { RouteInputs } from './route.ts';

const fileName = z.string().max(maxDocumentNameLength);
/** Of the bytes that were read from a file, or else of the text: SHA-256, as hex. */
const hash = z.string().min(1).max(64);
const editedText = z.string().max(maxEditedLength);

/** The text that the blocks were made from, with line feeds, and without byte order mark. */
export const sourceAnswerSchema = z.object({
  /** Empty if it has none. */
  name: z.string(),
  /** Absent from ended reviews of earlier releases. */
  hash: z.exactOptional(z.string()),
  text: z.string(),
});

/** `PUT /api/source`: the text, and the hash of what it is an edit of. */
export const saveSourceBodySchema = z.strictObject({
  file: z.exactOptional(fileName),
  hash,
  text: editedText,
});

/** The hash of what is saved now, and the version that shows it; the same as before if it could not be read again. */
export const sourceSavedSchema = z.object({ hash, version: z.int().min(1) });

const sideSchema = z.object({ text: z.string(), hash });

/** `409`: what is in the file now, and what was to be saved. */
export const sourceConflictSchema = errorBodySchema.extend({
  disk: sideSchema,
  mine: sideSchema,
});
export type SourceConflict = z.infer<typeof sourceConflictSchema>;

/** `POST /api/source/preview`: a text, to be rendered as the named one would be. */
export const previewSourceBodySchema = saveSourceBodySchema.omit({ hash: true });
export const sourcePreviewSchema = z.object({ blocks: z.array(blockSchema) });

/** What a session asks for; the text itself is in the spool, since it may be long. */
export const sourceRequestSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('save'), file: z.exactOptional(z.string()), hash: z.string() }),
  z.object({ do: z.literal('preview'), file: z.exactOptional(z.string()) }),
]);
export type SourceRequest = z.infer<typeof sourceRequestSchema>;

/** What became of it. */
export const saveResultSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('saved'),
    /** As shown to people. */
    path: z.string(),
    hash: z.string(),
    /** From what the session read first to what is saved now. Empty if that is the same again. */
    diff: z.string(),
  }),
  z.object({ state: z.literal('conflict'), hash: z.string(), text: z.string() }),
]);
export type SaveResult = z.infer<typeof saveResultSchema>;

/** The reviewer's edit of a text, which is no part of any file yet. */
export const textEditSchema = z.object({
  file: z.exactOptional(fileName),
  /** Of `base`, as it was read. */
  hash,
  /** The text that was edited. */
  base: editedText,
  text: editedText,
  /** What another window has made of it at the same time, until the reviewer has merged the two. */
  other: z.exactOptional(editedText),
  /** The text is gone, or has changed in the same lines: the reviewer has to merge the two. */
  isOutdated: z.exactOptional(z.boolean()),
});
export type TextEdit = z.infer<typeof textEditSchema>;

export const textEditsSchema = z.array(textEditSchema).max(maxEdits);

/** An edit as the agent gets it. */
export const reviewerEditSchema = z.object({
  /** File, or what stands for it where there is none. */
  path: z.string(),
  /** Whether it is in the file already. */
  isSaved: z.boolean(),
  /** Unified diff. */
  diff: z.string(),
  /** The whole edited text, unless it is in the file, or of an earlier version. */
  text: z.exactOptional(z.string()),
  /** The diff is of an earlier version of the text, which has changed in the same lines since, or is gone. */
  isOutdated: z.exactOptional(z.boolean()),
});
export type ReviewerEdit = z.infer<typeof reviewerEditSchema>;

const bodyName = 'The edited text';

export const sourceInputs = {
  saveSource: { body: saveSourceBodySchema, bodyName },
  previewSource: { body: previewSourceBodySchema, bodyName },
} as const satisfies RouteInputs;
