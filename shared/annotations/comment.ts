import * as z from 'zod';
import { documentAnnotationTypeSchema } from './document-annotation.ts';
import {
  reviewAnnotationTypeSchema,
  reviewScopeSchema,
  reviewSideSchema,
} from './review-annotation.ts';

const textAtMost = 65_536;
const text = z.string().max(textAtMost);
const line = z.int().min(1);
/** As long as a path can be on any system, each byte of it quoted. */
const path = z.string().max(4 * 4096 + 2);

/** What a comment is meant as, in every mode. A suggestion says what should stand there instead. */
export const commentKindSchema = reviewAnnotationTypeSchema;
export type CommentKind = z.infer<typeof commentKindSchema>;

/**
 * A remark of the reviewer on a plan or document. `blockId` and offsets say where the page shows it, `madeOf` the external
 * annotation that it took the place of.
 */
export const documentCommentSchema = z.object({
  id: z.string().min(1).max(100),
  type: documentAnnotationTypeSchema,
  /** A plain comment where it is absent. */
  kind: z.exactOptional(commentKindSchema),
  text,
  /** What should stand in place of `originalText`. */
  suggestedText: z.exactOptional(text),
  originalText: z.exactOptional(text),
  blockId: z.exactOptional(z.string().max(200)),
  startOffset: z.exactOptional(z.int().min(0)),
  endOffset: z.exactOptional(z.int().min(0)),
  startLine: z.exactOptional(line),
  endLine: z.exactOptional(line),
  file: z.exactOptional(path),
  madeOf: z.exactOptional(z.uuid()),
});
export type DocumentComment = z.infer<typeof documentCommentSchema>;

/** A remark of the reviewer on a code change; `madeOf` as above. */
export const reviewCommentSchema = z.object({
  id: z.string().min(1).max(100),
  scope: reviewScopeSchema,
  filePath: z.exactOptional(path),
  lineStart: z.exactOptional(line),
  lineEnd: z.exactOptional(line),
  side: z.exactOptional(reviewSideSchema),
  type: reviewAnnotationTypeSchema,
  text,
  suggestedCode: z.exactOptional(text),
  originalCode: z.exactOptional(text),
  /** The change was read anew since, and `originalCode` is not there any more: the lines are those of before. */
  isOutdated: z.exactOptional(z.boolean()),
  madeOf: z.exactOptional(z.uuid()),
});
export type ReviewComment = z.infer<typeof reviewCommentSchema>;

/** A comment of either family: a review's has a scope. */
export const commentSchema = z.union([reviewCommentSchema, documentCommentSchema]);
export type Comment = z.infer<typeof commentSchema>;

export const commentsSchema = z.array(commentSchema).max(10_000);
