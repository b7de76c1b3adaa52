import * as z from 'zod';
import { commentKinds, currentKind } from './comment-kinds.ts';
import { maxComments } from './max-comments.ts';
import { documentAnnotationTypeSchema } from './document-annotation.ts';
import { reviewScopeSchema, reviewSideSchema } from './review-annotation.ts';

const maxTextLength = 65_536;
export const commentText = z.string().max(maxTextLength);
export const commentLine = z.int().min(1);
/** As long as a path can be on any system, each byte of it quoted. */
export const commentPath = z.string().max(4 * 4096 + 2);

export const commentKindSchema = z.preprocess(currentKind, z.enum(commentKinds));

/** Gives a comment the default kind if it has none, as from programs and in older drafts. */
const withKind = (comment: unknown): unknown => {
  if (typeof comment !== 'object' || comment === null || 'kind' in comment) return comment;
  const isReplacement = 'suggestedText' in comment || 'suggestedCode' in comment;
  return { ...comment, kind: isReplacement ? 'replace' : 'must' };
};

/** The text right before and after the quote, to find it again. */
const surroundings = {
  prefix: z.exactOptional(z.string().max(200)),
  suffix: z.exactOptional(z.string().max(200)),
};

/**
 * A comment on a plan or document. `blockId` and the offsets say where the page shows it; `madeOf` is the finding that
 * it was accepted from.
 */
const documentCommentSchema = z.object({
  id: z.string().min(1).max(100),
  type: documentAnnotationTypeSchema,
  kind: commentKindSchema,
  text: commentText,
  /** What should stand in place of `originalText`. */
  suggestedText: z.exactOptional(commentText),
  originalText: z.exactOptional(commentText),
  /** What stands at its place now, where that is not `originalText` word for word any more. */
  foundText: z.exactOptional(commentText),
  blockId: z.exactOptional(z.string().max(200)),
  startOffset: z.exactOptional(z.int().min(0)),
  endOffset: z.exactOptional(z.int().min(0)),
  startLine: z.exactOptional(commentLine),
  endLine: z.exactOptional(commentLine),
  ...surroundings,
  /** The heading above it. */
  section: z.exactOptional(z.string().max(200)),
  file: z.exactOptional(commentPath),
  madeOf: z.exactOptional(z.uuid()),
});
export type DocumentComment = z.infer<typeof documentCommentSchema>;

/** A comment on a code change; `madeOf` as above. */
const reviewCommentSchema = z.object({
  id: z.string().min(1).max(100),
  scope: reviewScopeSchema,
  filePath: z.exactOptional(commentPath),
  lineStart: z.exactOptional(commentLine),
  lineEnd: z.exactOptional(commentLine),
  side: z.exactOptional(reviewSideSchema),
  kind: commentKindSchema,
  text: commentText,
  suggestedCode: z.exactOptional(commentText),
  originalCode: z.exactOptional(commentText),
  /** The change was read anew since, and `originalCode` is not there any more: the lines are those of before. */
  isOutdated: z.exactOptional(z.boolean()),
  /** `originalCode` is gone since a refresh; the lines are the closest match. */
  isApproximate: z.exactOptional(z.boolean()),
  madeOf: z.exactOptional(z.uuid()),
});
export type ReviewComment = z.infer<typeof reviewCommentSchema>;

/** A comment of either family: a review's has a scope. */
export const commentSchema = z.preprocess(
  withKind,
  z.union([reviewCommentSchema, documentCommentSchema]),
);
export type Comment = z.infer<typeof commentSchema>;

export const commentsSchema = z.array(commentSchema).max(maxComments);
