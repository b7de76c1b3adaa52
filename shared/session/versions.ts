import * as z from 'zod';
import { blockSchema } from '../placement/blocks.ts';
import { documentQuerySchema } from './documents.ts';
import { versionSchema } from './kept-version.ts';
import { outcomeSchema } from './outcome.ts';
import { wordsSinceSchema } from './rounds.ts';
import type { RouteInputs } from './route.ts';

const number = z.int().min(1);

/** What is shown and how it differs from the version before: part of `GET /api/plan`. */
export const shownVersionSchema = z.object({
  /** Absent of several documents on one page, which have a number each. */
  number: z.exactOptional(number),
  /** Of all documents on the page. */
  lines: versionSchema.shape.lines,
});

/** A version as listed, with what the reviewer decided about it last, if anything. */
export const listedVersionSchema = versionSchema
  .pick({ number: true, title: true, session: true, at: true, bytes: true, lines: true })
  .extend({
    decision: z.exactOptional(z.object({ outcome: outcomeSchema, decidedAt: z.iso.datetime() })),
  });
export type ListedVersion = z.infer<typeof listedVersionSchema>;

/** `GET /api/versions`: the kept versions of what the session reviews, oldest first. */
export const versionsAnswerSchema = z.object({
  /** The name of the document, if the session has several. */
  file: z.exactOptional(z.string()),
  versions: z.array(listedVersionSchema),
  /** The one that the session shows; absent if it is not kept. */
  shown: z.exactOptional(number),
});
export type VersionsAnswer = z.infer<typeof versionsAnswerSchema>;

/** How two versions are compared: as rendered blocks with their words, or as lines of their sources. */
export const comparedAsSchema = z.enum(['rendered', 'source']);
export type ComparedAs = z.infer<typeof comparedAsSchema>;

const versionNumber = z.string().regex(/^[1-9]\d{0,8}$/u, 'must be the number of a version');

export const versionParamsSchema = z.object({ number: versionNumber });
export const comparedQuerySchema = documentQuerySchema.extend({
  with: versionNumber,
  as: comparedAsSchema.default('rendered'),
});

/**
 * A block of both versions, or of one of them, in the order of the text. The words of a changed one, as `parts`, are
 * those of its text.
 */
export const comparedBlockSchema = blockSchema.pick({ kind: true, html: true }).extend({
  state: z.enum(['same', 'changed', 'new', 'gone']),
  parts: z.exactOptional(z.array(wordsSinceSchema)),
});
export type ComparedBlock = z.infer<typeof comparedBlockSchema>;

/** `GET /api/versions/{number}/compared` */
export const comparedVersionsSchema = z.object({
  before: number,
  after: number,
  /** Lines of the source; absent if comparing them took too long. */
  lines: versionSchema.shape.lines,
  /** As rendered. */
  blocks: z.exactOptional(z.array(comparedBlockSchema)),
  /** As lines of the source: runs of whole lines. */
  source: z.exactOptional(z.array(wordsSinceSchema)),
});
export type ComparedVersions = z.infer<typeof comparedVersionsSchema>;

export const versionInputs = {
  getVersions: { query: documentQuerySchema },
  getVersion: { params: versionParamsSchema, query: documentQuerySchema },
  compareVersions: { params: versionParamsSchema, query: comparedQuerySchema },
} as const satisfies RouteInputs;
