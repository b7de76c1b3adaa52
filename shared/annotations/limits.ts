import * as z from 'zod';
import { maxImagePixels, maxUploadBytes, maxUploads } from '../limits.ts';

const count = z.int().min(1);

/** Limits of a session's routes, configurable. Source: contract.md, section 1.6. */
export const limitsSchema = z.object({
  /** Drafts and decisions are bodies, too. */
  bodyBytes: z
    .int()
    .min(1024 * 1024)
    .max(1024 * 1024 * 1024)
    .default(10 * 1024 * 1024),
  annotationsPerRequest: count.default(10_000),
  annotationsPerSession: count.default(100_000),
  /**
   * Total size of a session's annotations: bytes in a decision, or in memory if that is more. Capped at
   * `maxAnnotationBytes`.
   */
  annotationTextPerSession: count.default(64 * 1024 * 1024),
  /** Length of `text`, `suggestedCode`, `originalCode` and `originalText`, in UTF-16 units. */
  textLength: count.default(65_536),
  /** Length of `source` and `author`. */
  nameLength: count.default(200),
  filePathLength: count.default(4096),
  /** Open event streams of a session. */
  streams: count.default(64),
  /** How far a stream's reader may fall behind before it gets a snapshot instead. */
  streamBacklogBytes: count.default(1024 * 1024),
  /** Size of an uploaded image, in bytes and in pixels. */
  uploadBytes: count.max(1024 * 1024 * 1024).default(maxUploadBytes),
  uploadPixels: count.default(maxImagePixels),
  uploadsPerSession: count.max(10_000).default(maxUploads),
});
export type Limits = z.infer<typeof limitsSchema>;

/**
 * Upper bound of the setting. The decision is read as one string, which V8 limits to 512 Mi characters, and with the
 * feedback text it may be six times as long.
 */
export const maxAnnotationBytes = 80 * 1024 * 1024;

export const defaultLimits: Limits = limitsSchema.parse({});
