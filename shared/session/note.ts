import * as z from 'zod';
import { verdictBodySchema } from './decision.ts';
import { maxDocumentNameLength } from '../limits.ts';
import type { RouteInputs } from './route.ts';

/** `POST /api/notes`: what the reviewer wrote, as in a decision; without any of it, the note has the text alone. */
export const noteBodySchema = verdictBodySchema
  .pick({ feedback: true, annotations: true, comments: true, edits: true })
  .extend({
    /** Name of one document; default is all, or the first of those that are opened one by one. */
    file: z.exactOptional(z.string().max(maxDocumentNameLength)),
  });
export type NoteBody = z.infer<typeof noteBodySchema>;

export const noteSavedSchema = z.object({
  /** Absolute path of the note. */
  path: z.string(),
  /** Whether it replaced the note that this session had written before. */
  isReplaced: z.boolean(),
});
export type NoteSaved = z.infer<typeof noteSavedSchema>;

export const noteInputs = {
  saveNote: { body: noteBodySchema, bodyName: 'The note' },
} as const satisfies RouteInputs;
