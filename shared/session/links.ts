import * as z from 'zod';
import { blockSchema } from '../placement/blocks.ts';
import { fileAnswerSchema, pathTextSchema } from './project-files.ts';
import { maxDocumentNameLength, maxPathLength, maxReferences } from '../limits.ts';
import type { RouteInputs } from './route.ts';

const name = z.string().max(maxDocumentNameLength);
const path = z.string().min(1, 'must not be empty').max(maxPathLength);

/** Something that may lead to a file: the address of a link, decoded, or a word of the text; without line or section. */
const referenceSchema = z.strictObject({
  path,
  /** An address is looked for beside the document first, a word in the folder of the review. */
  isLink: z.exactOptional(z.literal(true)),
  /** The document that it is in, as in its blocks; default is the first. */
  document: z.exactOptional(name),
});
export type Reference = z.infer<typeof referenceSchema>;

/** `POST /api/links`: all references of a text. */
export const checkLinksBodySchema = z.strictObject({
  references: z.array(referenceSchema).min(1, 'must not be empty').max(maxReferences),
  /** The file of the project that they are in, if it is none of the documents. */
  file: z.exactOptional(path),
});

export const linksAnswerSchema = z.object({
  /** In the order of the references: a path below the project's folder, or null where there is no such file. */
  files: z.array(z.union([z.string(), z.null()])),
});
export type LinksAnswer = z.infer<typeof linksAnswerSchema>;

/** `GET /api/links/file`: a path as answered. */
export const linkedFileQuerySchema = z.object({ path: pathTextSchema });

export const linkedFileSchema = fileAnswerSchema.pick({ bytes: true, text: true }).extend({
  /** A `document` has blocks, a `text` is code or anything else with lines. */
  kind: z.enum(['document', 'text', 'binary', 'large', 'lfs']),
  blocks: z.exactOptional(z.array(blockSchema)),
});
export type LinkedFile = z.infer<typeof linkedFileSchema>;

/** What a session asks the supervisor for. */
export const linksRequestSchema = z.discriminatedUnion('do', [
  checkLinksBodySchema.extend({ do: z.literal('check'), isRemote: z.boolean() }),
  z.object({ do: z.literal('read'), path: z.string(), isRemote: z.boolean(), id: z.int().min(1) }),
]);
export type LinksRequest = z.infer<typeof linksRequestSchema>;

export const linkInputs = {
  checkLinks: { body: checkLinksBodySchema, bodyName: 'What may lead to files' },
  getLinkedFile: { query: linkedFileQuerySchema },
} as const satisfies RouteInputs;
