import * as z from 'zod';
import type { FrameDocument } from '../frame/frame-tree.ts';
import { blockSchema } from '../placement/blocks.ts';
import { manifestSchema } from '../placement/manifest.ts';
import { optionalTextSchema } from '../scalars.ts';
import { contentSourceSchema } from './reviewed.ts';
import { modeSchema, preparationSchema } from './mode.ts';
import { shownVersionSchema } from './versions.ts';

export type ContentSource = z.infer<typeof contentSourceSchema>;

/**
 * `GET /api/plan`: content and metadata. Until the preparation is ready, `blocks` is empty, or has the first ones if the
 * preparation says so.
 */
export const planAnswerSchema = z.object({
  title: z.string(),
  mode: modeSchema,
  origin: z.string(),
  source: contentSourceSchema,
  /** Content version in this session, starting at 1. */
  version: z.int().min(1),
  preparation: preparationSchema,
  /** The kept version that is shown; absent if none is kept. */
  kept: z.exactOptional(shownVersionSchema),
  /** The name of the document, if it is one of many that are asked for one by one. */
  file: z.exactOptional(z.string()),
  /** The key of the assets, if it is HTML and can be shown as it is. */
  frame: z.exactOptional(z.string()),
  /** For documents that come from files: how to load images of their folder. */
  assets: z.exactOptional(
    z.object({
      key: z.string(),
      /** The name of the document whose blocks name none, if it is in a folder. */
      document: optionalTextSchema,
    }),
  ),
  blocks: z.array(blockSchema),
});
export type PlanAnswer = z.infer<typeof planAnswerSchema>;

/** `GET /api/frame`: an HTML document for its frame, a `FrameDocument`. */
export const frameAnswerSchema = z.custom<FrameDocument>().meta({ type: 'object' });

/** `GET /api/diff`: the manifest of changed files. `files` is empty until the preparation is ready. */
export const diffAnswerSchema = manifestSchema.extend({
  title: z.string(),
  /** Content version in this session, starting at 1. File ids belong to one version. */
  version: z.int().min(1),
  preparation: preparationSchema,
});
export type DiffAnswer = z.infer<typeof diffAnswerSchema>;

/**
 * A search hit: file id, side, 1-based line on that side, and start and end in the line (UTF-16 units, without the
 * patch marker). Lines on both sides are reported on the new one.
 */
const diffHitSchema = z.tuple([
  z.string(),
  z.enum(['old', 'new']),
  z.int().min(1),
  z.int().min(0),
  z.int().min(0),
]);
export type DiffHit = z.infer<typeof diffHitSchema>;

/** `GET /api/diff/search`: the first 5,000 of `total` hits, in diff order. */
export const diffHitsSchema = z.object({ hits: z.array(diffHitSchema), total: z.int().min(0) });
export type DiffHits = z.infer<typeof diffHitsSchema>;

/** `GET /api/ai/capabilities`: the available AI support. */
export const aiCapabilitiesSchema = z.object({
  available: z.boolean(),
  providers: z.array(z.string()),
});
