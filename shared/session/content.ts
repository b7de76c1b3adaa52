import * as z from 'zod';
import { blockSchema } from '../placement/blocks.ts';
import { manifestSchema } from '../placement/manifest.ts';
import { contentSourceSchema } from './content-source.ts';
import { modeSchema, preparationSchema } from './mode.ts';

export type ContentSource = z.infer<typeof contentSourceSchema>;

/** `GET /api/plan`: the payload and its metadata. `blocks` is empty until the preparation is ready. */
export const planAnswerSchema = z.object({
  title: z.string(),
  mode: modeSchema,
  origin: z.string(),
  source: contentSourceSchema,
  /** Counts the contents that this session has shown; 1 at the start. */
  version: z.int().min(1),
  preparation: preparationSchema,
  blocks: z.array(blockSchema),
});
export type PlanAnswer = z.infer<typeof planAnswerSchema>;

/** `GET /api/plan/source`: whose text is asked for, by the name that its blocks have; without it that of the first. */
export const sourceQuerySchema = z.object({ file: z.exactOptional(z.string().max(16_384)) });

/** `POST /api/refresh`: the version that `GET /api/plan` or `GET /api/diff` has now. */
export const refreshedAnswerSchema = z.object({ version: z.int().min(1) });

/** `GET /api/diff`: the manifest of changed files. `files` is empty until the preparation is ready. */
export const diffAnswerSchema = manifestSchema.extend({
  title: z.string(),
  /** Counts the contents that this session has shown; 1 at the start. The ids of the files are those of one version. */
  version: z.int().min(1),
  preparation: preparationSchema,
});
export type DiffAnswer = z.infer<typeof diffAnswerSchema>;

/**
 * A place where the sought text stands: id of the file, side, 1-based line of that side, and where it begins and ends
 * in the line (UTF-16 units, without the mark of the patch). A line that both sides have is of the new one.
 */
const diffHitSchema = z.tuple([
  z.string(),
  z.enum(['old', 'new']),
  z.int().min(1),
  z.int().min(0),
  z.int().min(0),
]);
export type DiffHit = z.infer<typeof diffHitSchema>;

/** `GET /api/diff/search`: hits in the order of the diff, the first 5,000 of `total`. */
export const diffHitsSchema = z.object({ hits: z.array(diffHitSchema), total: z.int().min(0) });
export type DiffHits = z.infer<typeof diffHitsSchema>;

/** `GET /api/ai/capabilities`: what AI support there is. */
export const aiCapabilitiesSchema = z.object({
  available: z.boolean(),
  providers: z.array(z.string()),
});
