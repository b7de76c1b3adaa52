import * as z from 'zod';
import { documentCommentSchema } from '../annotations/comment.ts';
import { documentAnnotationSchema } from '../annotations/document-annotation.ts';
import { optionalTextSchema, textSchema } from '../scalars.ts';
import { sessionIdSchema } from '../session/session-id.ts';
import { colleagueCommentSchema } from './colleague-comment.ts';

/** A comment with its place in the session's blocks. */
const place = {
  blockId: optionalTextSchema,
  startOffset: z.exactOptional(z.int().min(0)),
  endOffset: z.exactOptional(z.int().min(0)),
};

/** What a worker wants to have shared. Paths are absolute. */
export const shareRequestSchema = z.object({
  /** Folder of the built page, with the script and the style of shared files. */
  page: textSchema,
  /** The rendered document in the spool. */
  document: textSchema,
  session: sessionIdSchema,
  mode: z.enum(['plan', 'document']),
  title: textSchema,
  project: textSchema,
  sharedAt: z.iso.datetime(),
  /** The document, if the session has several. */
  file: optionalTextSchema,
  /** Where images are, and the name of a document whose blocks have none; by default that of its text. */
  images: z.exactOptional(z.object({ folder: textSchema, from: optionalTextSchema })),
  comments: z.array(documentCommentSchema),
  findings: z.array(documentAnnotationSchema),
  colleagues: z.array(z.object({ comment: colleagueCommentSchema, ...place })),
});
export type ShareRequest = z.infer<typeof shareRequestSchema>;
