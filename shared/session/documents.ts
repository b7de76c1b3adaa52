import * as z from 'zod';
import { countSchema, ordinalSchema, textSchema } from '../scalars.ts';
import { maxAssetNameLength, maxAssetSegments, maxDocumentNameLength } from '../limits.ts';
import type { RouteInputs } from './route.ts';

/** Name of one of several documents, as in its blocks; default is the first. */
export const documentQuerySchema = z.object({
  file: z.exactOptional(z.string().max(maxDocumentNameLength)),
});

/** `GET /api/assets/{key}/{rest}`: a file of the document's folder, by the segments of its path. */
export const assetParamsSchema = z.object({
  key: z.string(),
  rest: z.exactOptional(z.array(z.string().max(maxAssetNameLength)).max(maxAssetSegments)),
});

export const documentInputs = {
  getPlan: { query: documentQuerySchema },
  getFrame: { query: documentQuerySchema },
  getAsset: {
    params: assetParamsSchema,
    query: z.object({ quirks: z.exactOptional(z.literal('1')) }),
  },
  getSource: { query: documentQuerySchema },
} as const satisfies RouteInputs;

/** A document of a session of many, each of which is rendered when it is opened first. */
const listedDocumentSchema = z.object({
  /** Its path below the folder, as in the blocks and in `filePath` of findings. */
  name: textSchema,
  bytes: countSchema,
});
export type ListedDocument = z.infer<typeof listedDocumentSchema>;

/** What the listing task writes. */
export const documentIndexSchema = z.object({
  documents: z.array(listedDocumentSchema),
  /** The one to open with. */
  first: textSchema,
});
export type DocumentIndex = z.infer<typeof documentIndexSchema>;

/** `GET /api/documents`: all documents in natural order. */
export const documentsAnswerSchema = documentIndexSchema.extend({
  /** Content version in this session, starting at 1. */
  version: ordinalSchema,
});
