import * as z from 'zod';
import { attachmentsSchema } from './attachment.ts';
import { commentKindSchema } from './comment-kind-schema.ts';
import { maxComments } from './comment-kinds.ts';
import { documentAnnotationTypeSchema } from './document-annotation.ts';
import { reviewScopeSchema, reviewSideSchema } from './review-annotation.ts';
import { maxContextLength } from '../limits.ts';

const maxTextLength = 65_536;
export const commentText = z.string().max(maxTextLength);
export const commentLine = z.int().min(1);
/** The longest path of any system, with every byte quoted. */
export const commentPath = z.string().max(4 * 4096 + 2);

/** Gives a comment the default kind if it has none, as from programs and in older drafts. */
const withKind = (comment: unknown): unknown => {
  if (typeof comment !== 'object' || comment === null || 'kind' in comment) return comment;
  const isReplacement = 'suggestedText' in comment || 'suggestedCode' in comment;
  return { ...comment, kind: isReplacement ? 'replace' : 'must' };
};

/** The text right before and after the quote, to find it again. */
const surroundings = {
  prefix: z.exactOptional(z.string().max(maxContextLength)),
  suffix: z.exactOptional(z.string().max(maxContextLength)),
};

/**
 * A comment on a plan or document. `blockId` and the offsets give its place on the page; `madeOf` is the id of the
 * finding it was accepted from.
 */
export const documentCommentSchema = z.object({
  id: z.string().min(1).max(100),
  type: documentAnnotationTypeSchema,
  kind: commentKindSchema,
  text: commentText,
  /** Proposed replacement for `originalText`. */
  suggestedText: z.exactOptional(commentText),
  originalText: z.exactOptional(commentText),
  /** The text at its place now, if it differs from `originalText`. */
  foundText: z.exactOptional(commentText),
  blockId: z.exactOptional(z.string().max(200)),
  startOffset: z.exactOptional(z.int().min(0)),
  endOffset: z.exactOptional(z.int().min(0)),
  startLine: z.exactOptional(commentLine),
  endLine: z.exactOptional(commentLine),
  /** `originalText` is not in the document as it is now: these are the old lines, and `blockId` is empty. */
  isOutdated: z.exactOptional(z.boolean()),
  ...surroundings,
  /** The heading above it. */
  section: z.exactOptional(z.string().max(200)),
  file: z.exactOptional(commentPath),
  madeOf: z.exactOptional(z.uuid()),
  attachments: z.exactOptional(attachmentsSchema),
});
export type DocumentComment = z.infer<typeof documentCommentSchema>;

/** A comment on a code change; `madeOf` as above. */
export const reviewCommentSchema = z.object({
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
  /** The change was refreshed and `originalCode` is gone: these are the old lines. */
  isOutdated: z.exactOptional(z.boolean()),
  /** `originalCode` is gone since a refresh; the lines are the closest match. */
  isApproximate: z.exactOptional(z.boolean()),
  madeOf: z.exactOptional(z.uuid()),
  attachments: z.exactOptional(attachmentsSchema),
});
export type ReviewComment = z.infer<typeof reviewCommentSchema>;

/** A comment on a document or on a change; those on changes have a scope. */
export const commentSchema = z.preprocess(
  withKind,
  z.union([reviewCommentSchema, documentCommentSchema]),
);
export type Comment = z.infer<typeof commentSchema>;

export const commentsSchema = z.array(commentSchema).max(maxComments);

/** Ids of findings that the reviewer dismissed. They stay in the session for other readers. */
export const dismissedSchema = z.array(z.uuid()).max(100_000);
