import * as z from 'zod';
import { documentCommentSchema, reviewCommentSchema } from '../annotations/comment.ts';
import { outcomeSchema } from './outcome.ts';
import { sideSchema } from './side-lines.ts';

const line = z.int().min(1);

/**
 * A file of the change beside the last round. `same`: nothing of it is new, even if its base has moved. `changed`: it
 * was reviewed, and has changed since, or at least has another path. `new`: it was not part of the last round.
 */
export const fileSinceSchema = z.object({
  fileId: z.string(),
  state: z.enum(['same', 'changed', 'new']),
  /** Its path in the last round, if nothing else of it has changed. */
  renamedFrom: z.exactOptional(z.string()),
  /** Lines of the new side that were added or changed since, both ends included; if absent, all of them count. */
  lines: z.exactOptional(z.array(z.tuple([line, line]))),
  /** Where `GET /api/rounds/file` finds what changed since; absent if the file could not be compared so closely. */
  interdiff: z.exactOptional(z.object({ offset: z.int().min(0), bytes: z.int().min(0) })),
  /** Changes of the last round that do not fit the new base: what they changed may appear as new. */
  unfitHunks: z.exactOptional(z.int().min(1)),
});
export type FileSince = z.infer<typeof fileSinceSchema>;

/**
 * A comment of the last round. `addressed`: its lines have changed; if they were deleted, what is in their place.
 * `standing`: they are as they were; so is a comment without lines, unless its file has changed. `outdated`: its place is not part of the change any more, or not known.
 */
export const earlierCommentSchema = z.object({
  comment: reviewCommentSchema,
  state: z.enum(['addressed', 'standing', 'outdated']),
  /** The file it is on, and where its lines or what replaced them are now. */
  fileId: z.exactOptional(z.string()),
  side: z.exactOptional(sideSchema),
  lineStart: z.exactOptional(line),
  lineEnd: z.exactOptional(line),
  /** The first of these lines, if they have changed; of deleted lines, those in their place. */
  now: z.exactOptional(z.string()),
  /** Of deleted lines, what was in their place. */
  was: z.exactOptional(z.string()),
});
export type EarlierComment = z.infer<typeof earlierCommentSchema>;

/** When the last round was decided, and how. */
const decided = {
  decidedAt: z.iso.datetime(),
  outcome: outcomeSchema,
  feedback: z.exactOptional(z.string()),
};

/** The review of a change that this one is compared with. */
export const lastRoundSchema = z.object({
  ...decided,
  files: z.array(fileSinceSchema),
  /** Paths that were part of the last round and are not any more. */
  gone: z.array(z.string()),
  comments: z.array(earlierCommentSchema),
});
export type LastRound = z.infer<typeof lastRoundSchema>;

/** A part of a block's text, in order: in both rounds, or in one of them. */
export const wordsSinceSchema = z.object({
  kind: z.enum(['same', 'added', 'removed']),
  text: z.string(),
});
export type WordsSince = z.infer<typeof wordsSinceSchema>;

/** A block of a plan or document that is not as it was in the last round. */
export const blockSinceSchema = z.object({
  state: z.enum(['changed', 'new', 'gone']),
  /** The block; of one that is gone, the one above its place, if any. */
  blockId: z.exactOptional(z.string()),
  /** Its document, if each of several has a page of its own. */
  file: z.exactOptional(z.string()),
  /** Its text. If no part was added or removed, only its markup has changed: a link's target, a heading's level. */
  parts: z.array(wordsSinceSchema),
  /** The HTML of a table, whose text does not show its rows: as it was, and as it is. Absent if it is very large. */
  table: z.exactOptional(
    z.object({ was: z.exactOptional(z.string()), is: z.exactOptional(z.string()) }),
  ),
});
export type BlockSince = z.infer<typeof blockSinceSchema>;

/**
 * A comment of the last round on a passage. `addressed`: its text has changed. `standing`: it is as it was. `lost`: it is
 * not known where it was, or its document is gone. `not-compared`: its document could not be read in time.
 */
export const earlierPassageSchema = z.object({
  comment: documentCommentSchema,
  state: z.enum(['addressed', 'standing', 'lost', 'not-compared']),
  /** Where it is now, or what replaced it. */
  blockId: z.exactOptional(z.string()),
  startOffset: z.exactOptional(z.int().min(0)),
  endOffset: z.exactOptional(z.int().min(0)),
  startLine: z.exactOptional(line),
  /** The text there, if it has changed. */
  now: z.exactOptional(z.string()),
  /** What the agent has answered. */
  reply: z.exactOptional(z.string()),
  /** It is from a round before the last one: neither settled nor said again since. */
  isOlder: z.exactOptional(z.boolean()),
});
export type EarlierPassage = z.infer<typeof earlierPassageSchema>;

/**
 * One of many documents beside the last round: one that was shown then, or has earlier comments. `gone`: it is no longer
 * one of them. `not-compared`: the reason says why.
 */
const documentSinceSchema = z.object({
  name: z.string(),
  state: z.enum(['same', 'changed', 'gone', 'not-compared']),
  /** Its name then, if only that has changed. */
  was: z.exactOptional(z.string()),
  /** Why it is not compared: there was no time for all, it cannot be read, or what it was is not kept. */
  reason: z.exactOptional(z.enum(['too-many', 'unreadable', 'not-kept'])),
});
export type DocumentSince = z.infer<typeof documentSinceSchema>;

/** The review of a plan or document that this one is compared with. */
export const lastDocumentSchema = z.object({
  ...decided,
  /** How many blocks there are now; of many documents, in those that were compared. */
  blocks: z.int().min(0),
  /** If each of several documents has a page of its own; in their order, those that are gone last. */
  documents: z.exactOptional(z.array(documentSinceSchema)),
  /** In the order of the document. */
  changes: z.array(blockSinceSchema),
  comments: z.array(earlierPassageSchema),
});
export type LastDocument = z.infer<typeof lastDocumentSchema>;

/** What the task threads write to the spool. */
export const roundsSchema = z.object({
  /** Of a change; absent if nothing of it is kept. */
  last: z.exactOptional(lastRoundSchema),
  /** The same of a plan or document. */
  lastDocument: z.exactOptional(lastDocumentSchema),
  /** Why nothing is: it was too large or has expired; or it cannot be read, maybe since another release kept it. */
  missing: z.exactOptional(z.enum(['not-kept', 'damaged'])),
});
export type RoundsFile = z.infer<typeof roundsSchema>;

/** `GET /api/rounds` */
export const roundsAnswerSchema = roundsSchema.extend({
  version: line,
  /** Which round this review is; only later rounds than the first have a last one. */
  round: line,
  /** Ids of the comments on a plan or document that the reviewer has settled. */
  settled: z.exactOptional(z.array(z.string())),
});
export type RoundsAnswer = z.infer<typeof roundsAnswerSchema>;

/** Documents of a kept round that were shown, in the order of their list. */
export const keptDocumentsSchema = z.array(
  z.object({
    name: z.string(),
    position: z.int().min(0),
    /** Whether what was shown is kept, too. */
    isKept: z.boolean(),
  }),
);
export type KeptDocument = z.infer<typeof keptDocumentsSchema>[number];
