import * as z from 'zod';
import type { DocumentComment } from '../annotations/comment.ts';
import type { DocumentAnnotation } from '../annotations/document-annotation.ts';
import { commentPath } from '../annotations/comment.ts';
import type { Block } from '../placement/blocks.ts';
import { sessionIdSchema } from '../session/session-id.ts';
import { colleagueCommentsSchema, type ColleagueComment } from './colleague-comment.ts';
import { maxSharedTitleLength } from '../limits.ts';

/** Of the files that this release writes; others are refused. */
export const sharedFormat = 1;

/** What an import needs of a shared file. All of it may be made up: the file comes from somebody else. */
export const importedReviewSchema = z.object({
  format: z.literal(sharedFormat),
  /** The session that it was shared from. */
  session: sessionIdSchema,
  title: z.string().max(maxSharedTitleLength),
  /** The document, if the session has several. */
  file: z.exactOptional(commentPath),
  /** The text as markdown, to open it again. */
  source: z.string(),
  colleagues: colleagueCommentsSchema,
});
export type ImportedReview = z.infer<typeof importedReviewSchema>;

/** A block as the file shows it. Its text is the text of its HTML. */
export type SharedBlock = Pick<Block, 'kind' | 'level' | 'startLine' | 'html' | 'file'>;

/** Where something belongs: the index of a block, and offsets in its text. */
export interface SharedPlace {
  readonly block: number;
  readonly start: number;
  readonly end: number;
  /** In the blocks after it, if it goes on there. */
  readonly more?: readonly SharedPlace[];
}

interface Placed {
  readonly place?: SharedPlace;
}

/** A comment by the reviewer, which nobody changes in the file. */
export type SharedComment = Pick<
  DocumentComment,
  'id' | 'kind' | 'type' | 'text' | 'originalText' | 'suggestedText'
> &
  Placed;

/** A finding by a tool. */
export type SharedFinding = Pick<
  DocumentAnnotation,
  'id' | 'type' | 'source' | 'author' | 'text' | 'originalText' | 'severity' | 'rule' | 'url'
> &
  Placed;

/** A colleague's comment, with its place when the file was made. */
export type SharedColleagueComment = ColleagueComment & Placed;

/** All that a shared file knows. */
export interface SharedReview extends Omit<ImportedReview, 'colleagues'> {
  readonly mode: 'plan' | 'document';
  readonly project: string;
  /** ISO 8601, UTC. */
  readonly sharedAt: string;
  readonly blocks: readonly SharedBlock[];
  /** `data:` addresses of images in the document, by `sharedImageName`. */
  readonly images: Readonly<Record<string, string>>;
  readonly comments: readonly SharedComment[];
  readonly findings: readonly SharedFinding[];
  readonly colleagues: readonly SharedColleagueComment[];
  /** Who wrote in it last, proposed as the name of who writes next. */
  readonly lastAuthor?: string;
}
