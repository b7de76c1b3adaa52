import * as z from 'zod';
import { commentKinds } from '../annotations/comment-kinds.ts';
import { commentLine, commentPath } from '../annotations/comment.ts';
import { defaultLimits } from '../annotations/limits.ts';
import { maxColleagueComments, maxContextLength } from '../limits.ts';

const { textLength, nameLength } = defaultLimits;

/** What a comment is about: a phrase, and what stands around it. */
const quoteSchema = z.object({
  text: z.string().min(1).max(textLength),
  prefix: z.exactOptional(z.string().max(maxContextLength)),
  suffix: z.exactOptional(z.string().max(maxContextLength)),
  /** 1-based line of the source where it began. */
  line: z.exactOptional(commentLine),
});
export type ColleagueQuote = z.infer<typeof quoteSchema>;

const words = {
  /** Made by the file in which it was written; another comment with it is a state of the same. */
  id: z.uuid(),
  author: z.string().min(1).max(nameLength),
  /** Of two states of a comment, the later one counts. */
  changedAt: z.iso.datetime(),
};

/** A comment by a colleague in a shared file: as it is, or that it was deleted there. */
export const colleagueCommentSchema = z.union([
  z.object({ ...words, isDeleted: z.literal(true) }),
  z.object({
    ...words,
    kind: z.enum(commentKinds),
    text: z.string().min(1).max(textLength),
    /** Absent if it is about the whole document. */
    quote: z.exactOptional(quoteSchema),
    /** The document, if the review has several. */
    file: z.exactOptional(commentPath),
  }),
]);
export type ColleagueComment = z.infer<typeof colleagueCommentSchema>;

/** A comment that was not deleted. */
export type WrittenComment = Exclude<ColleagueComment, { readonly isDeleted: true }>;

export const colleagueCommentsSchema = z.array(colleagueCommentSchema).max(maxColleagueComments);
