import * as z from 'zod';
import { modeSchema } from './mode.ts';
import { sessionIdSchema } from './session-id.ts';

/** What versions are kept of: a plan or document of a project. */
export const subjectSchema = z.object({
  format: z.literal(1),
  mode: modeSchema,
  /** Given by whoever asked, or else the first heading. */
  key: z.string(),
  project: z.string(),
  /** Folder that the reviews were about. */
  cwd: z.string(),
  /** Path of the document, if the reviews had several: below that folder, or absolute. */
  file: z.exactOptional(z.string()),
});
export type Subject = z.infer<typeof subjectSchema>;

/** A version, as described beside its text. */
export const versionSchema = z.object({
  format: z.literal(1),
  number: z.int().min(1),
  title: z.string(),
  /** The session that presented it first. */
  session: sessionIdSchema,
  /** Its name in that session, if it had several documents. */
  name: z.exactOptional(z.string()),
  at: z.iso.datetime(),
  /** Of the text: SHA-256, as hex. */
  digest: z.string(),
  bytes: z.int().min(0),
  /** Lines that differ from the version before; absent of the first, and where comparing took too long. */
  lines: z.exactOptional(z.object({ added: z.int().min(0), removed: z.int().min(0) })),
});
export type Version = z.infer<typeof versionSchema>;

/** Which version of a text a session shows. */
export const keptVersionSchema = z.object({
  /** The name of the text, if the session has several. */
  file: z.exactOptional(z.string()),
  /** Absolute path of the folder of its versions. */
  folder: z.string(),
  number: z.int().min(1),
});
export type KeptVersion = z.infer<typeof keptVersionSchema>;

/** Beside a rendered document: the versions of its texts, in their order. */
export const keptVersionsSchema = z.array(keptVersionSchema);
