import * as z from 'zod';
import {
  commentKindSchema,
  commentLine,
  commentPath,
  commentText,
} from '../annotations/comment.ts';
import { reviewSideSchema } from '../annotations/review-annotation.ts';

const offset = z.int().min(0);

/** A part of the document's text. Offsets are UTF-16 units of the text of the first block. */
const passageSchema = z.object({
  blockId: z.string().max(200),
  startOffset: offset,
  /** In the first block, also where the passage goes on in the next ones. */
  endOffset: offset,
  startLine: commentLine,
  endLine: commentLine,
  /** The text itself; parts of several blocks are joined by an empty line. */
  originalText: commentText,
  /** What stands there now, where that is something else. */
  foundText: z.exactOptional(commentText),
  file: z.exactOptional(commentPath),
});
export type Passage = z.infer<typeof passageSchema>;

/** A file of a code change, or lines of the side named. */
const commentTargetSchema = z.object({
  filePath: commentPath,
  side: reviewSideSchema,
  lineStart: z.exactOptional(commentLine),
  lineEnd: z.exactOptional(commentLine),
  /** The code is not there any more since the change was refreshed; the lines are those of before. */
  isOutdated: z.exactOptional(z.boolean()),
  /** The same, but the lines are the nearest ones in the refreshed change. */
  isApproximate: z.exactOptional(z.boolean()),
});
export type CommentTarget = z.infer<typeof commentTargetSchema>;

/** What is being written on: a passage, a file of a code change or lines of it, the whole, or an existing comment. */
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

/** An open editor with what it says: words that are no comment yet. */
export const editorSchema = z.object({
  /** Unique among the editors of a draft. */
  key: z.string().min(1).max(500),
  target: editorTargetSchema,
  text: commentText,
  kind: commentKindSchema,
  /** What should stand there instead. */
  suggestion: z.optional(commentText),
  /** What stands there, if the target does not say it. */
  original: z.optional(commentText),
});
export type DraftEditor = z.infer<typeof editorSchema>;
