import * as z from 'zod';
import { hunkSchema } from '../placement/manifest.ts';
import { sideSchema } from './side-lines.ts';

/** What an entity of code is; `code` is what stands outside of all others. */
export const entityKindSchema = z.enum([
  'function',
  'method',
  'class',
  'interface',
  'type',
  'enum',
  'module',
  'variable',
  'test',
  'rule',
  'imports',
  'code',
]);
export type EntityKind = z.infer<typeof entityKindSchema>;

/** `reformatted`: nothing but whitespace between its tokens differs. */
export const entityChangeSchema = z.enum([
  'added',
  'removed',
  'changed',
  'renamed',
  'moved',
  'reformatted',
]);

/** What happened to a function, class, type … of a changed file. */
export const structureEntrySchema = z.object({
  fileId: z.string(),
  kind: entityKindSchema,
  /** With the names of what it is in: `Parser.read`. Empty for `imports` and `code`. */
  name: z.string(),
  change: entityChangeSchema,
  /** Whether it was changed besides, for one that was renamed or moved. */
  isChanged: z.exactOptional(z.literal(true)),
  /** What it was called, if otherwise. */
  fromName: z.exactOptional(z.string()),
  /** The changed file that it was in, if another one. */
  fromFileId: z.exactOptional(z.string()),
  /** Where it is: its lines of one side, and the first of them that the diff shows. */
  side: sideSchema,
  line: z.int().min(1),
  first: z.int().min(1),
  last: z.int().min(1),
});
export type StructureEntry = z.infer<typeof structureEntrySchema>;

/** Why nothing is known about a changed file. */
export const unreadReasonSchema = z.enum([
  'no-grammar',
  'generated',
  'too-large',
  'too-slow',
  'unreadable',
]);
export type UnreadReason = z.infer<typeof unreadReasonSchema>;

export const unreadFileSchema = z.object({ fileId: z.string(), reason: unreadReasonSchema });
export type UnreadFile = z.infer<typeof unreadFileSchema>;

/** A hunk in which only whitespace between tokens differs, or only imports do. */
export const quietHunkSchema = z.object({
  fileId: z.string(),
  only: z.enum(['formatting', 'imports']),
  hunk: hunkSchema,
});
export type QuietHunk = z.infer<typeof quietHunkSchema>;

/** What the task threads write to the spool. */
export const structureSchema = z.object({
  /** In the order of the files and of their lines. */
  entries: z.array(structureEntrySchema),
  /** How many more there are. */
  more: z.int().min(0),
  quiet: z.array(quietHunkSchema),
  unread: z.array(unreadFileSchema),
});
export type Structure = z.infer<typeof structureSchema>;

/** `GET /api/diff/structure` */
export const structureAnswerSchema = structureSchema.extend({ version: z.int().min(1) });
export type StructureAnswer = z.infer<typeof structureAnswerSchema>;
