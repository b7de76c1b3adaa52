import * as z from 'zod';
import { sideSchema } from './side-lines.ts';

/** How many files a page of them has. */
export const filesAtOnce = 50;

/** `GET /api/files`: with `q`, those whose path has its words, or their letters in order. */
export const filesQuerySchema = z.object({
  q: z.exactOptional(z.string().min(1).max(400)),
  /** `next` of the preceding answer. */
  after: z.exactOptional(z.string().regex(/^\d{1,9}$/u, 'must be `next` of an answer')),
});
export type FilesQuery = z.infer<typeof filesQuerySchema>;

export const filesAnswerSchema = z.object({
  /** The best matches first; encoded as in the manifest. */
  paths: z.array(z.string()),
  /** How many files match. */
  total: z.int().min(0),
  /** Absent if there are no more. */
  next: z.exactOptional(z.string()),
});
export type FilesAnswer = z.infer<typeof filesAnswerSchema>;

/** A path as a manifest has it: quoted, each of its bytes may take four characters. */
export const pathTextSchema = z
  .string()
  .min(1, 'must not be empty')
  .max(4 * 4096 + 2);

/** `GET /api/file` */
export const fileQuerySchema = z.object({
  path: pathTextSchema,
  side: sideSchema,
});

export const fileAnswerSchema = z.object({
  /** Only `text` can be read by lines. */
  kind: z.enum(['text', 'binary', 'large', 'lfs', 'symlink', 'submodule', 'conflict']),
  /** Size of the content; 0 if it has none. */
  bytes: z.int().min(0),
  /** The text, the target of a symbolic link, or the commit of a submodule. */
  text: z.exactOptional(z.string()),
  /** Set if the text is an unresolved conflict, with its markers. */
  hasConflict: z.exactOptional(z.literal(true)),
});
export type FileAnswer = z.infer<typeof fileAnswerSchema>;
