import * as z from 'zod';
import { attachmentsSchema } from '../annotations/attachment.ts';
import { commentLine, commentPath, commentText } from '../annotations/comment.ts';
import { commentKindSchema } from '../annotations/comment-kind-schema.ts';
import { reviewSideSchema } from '../annotations/review-annotation.ts';

const offset = z.int().min(0);

/** A passage of a document. Offsets are UTF-16 units in the text of the first block. */
const passageSchema = z.object({
  blockId: z.string().max(200),
  startOffset: offset,
  /** In the first block, even if the passage continues in the next ones. */
  endOffset: offset,
  startLine: commentLine,
  endLine: commentLine,
  /** The quoted text; parts in several blocks are joined by an empty line. */
  originalText: commentText,
  /** The text there now, if it differs. */
  foundText: z.exactOptional(commentText),
  /** The quoted text is gone: these are the old lines, and `blockId` is empty. */
  isOutdated: z.exactOptional(z.boolean()),
  file: z.exactOptional(commentPath),
});
export type Passage = z.infer<typeof passageSchema>;

/** A file of a code change, or lines on one side of it. */
const commentTargetSchema = z.object({
  filePath: commentPath,
  side: reviewSideSchema,
  lineStart: z.exactOptional(commentLine),
  lineEnd: z.exactOptional(commentLine),
  /** The code is gone since a refresh of the change; these are the old lines. */
  isOutdated: z.exactOptional(z.boolean()),
  /** Likewise, but these are the closest lines in the refreshed change. */
  isApproximate: z.exactOptional(z.boolean()),
});
export type CommentTarget = z.infer<typeof commentTargetSchema>;

/** What an editor is about: a passage, a file of a code change or lines in it, the whole, or an existing comment. */
const editorTargetSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('passage'), passage: passageSchema }),
  z.object({
    kind: z.literal('lines'),
    target: commentTargetSchema,
    originalCode: commentText,
  }),
  z.object({ kind: z.literal('whole') }),
  z.object({ kind: z.literal('comment'), commentId: z.string().min(1).max(100) }),
]);
export type EditorTarget = z.infer<typeof editorTargetSchema>;

/** An open editor with its text, which is not a comment yet. */
export const editorSchema = z.object({
  /** Unique among the editors of a draft. */
  key: z.string().min(1).max(500),
  target: editorTargetSchema,
  text: commentText,
  kind: commentKindSchema,
  /** The proposed replacement. */
  suggestion: z.optional(commentText),
  /** The text to be replaced, if the target does not have it. */
  original: z.optional(commentText),
  attachments: z.exactOptional(attachmentsSchema),
});
export type DraftEditor = z.infer<typeof editorSchema>;
