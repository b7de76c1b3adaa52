import * as z from 'zod';

const count = z.int().min(1);

/** Limits of a session's annotation routes; each can be set in the config. Source: contract.md, section 1.6. */
export const limitsSchema = z.object({
  bodyBytes: count.max(1024 * 1024 * 1024).default(10 * 1024 * 1024),
  annotationsPerRequest: count.default(10_000),
  annotationsPerSession: count.default(100_000),
  /**
   * What all annotations of a session take together, in bytes as they are written to a decision, or in memory where that
   * is more: both are bounded by it. More than `annotationBytesAtMost` counts as that.
   */
  annotationTextPerSession: count.default(64 * 1024 * 1024),
  /** Length of `text`, `suggestedCode`, `originalCode` and `originalText`, in UTF-16 units. */
  textLength: count.default(65_536),
  /** Length of `source` and `author`. */
  nameLength: count.default(200),
  filePathLength: count.default(4096),
  /** Open event streams of a session. */
  streams: count.default(64),
  /** What a reader of a stream may fall behind before it gets a snapshot instead. */
  streamBacklogBytes: count.default(1024 * 1024),
});
export type Limits = z.infer<typeof limitsSchema>;

/**
 * As many bytes of annotations as any session takes, whatever is set: who waits for the decision reads it as one text,
 * of which V8 has 512 Mi characters at most, and with its text for the agent it may be six times as long.
 */
export const annotationBytesAtMost = 80 * 1024 * 1024;

export const defaultLimits: Limits = limitsSchema.parse({});
