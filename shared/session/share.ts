import * as z from 'zod';
import { colleagueCommentsSchema } from '../sharing/colleague-comment.ts';
import { verdictBodySchema } from './decision.ts';
import { maxDocumentNameLength } from '../limits.ts';
import type { RouteInputs } from './route.ts';

/** `POST /api/share`: what the reviewer wrote and dismissed; without both, what the draft has. */
export const shareBodySchema = verdictBodySchema
  .pick({ annotations: true, comments: true, dismissed: true })
  .extend({
    /** Name of the document, in a session of many; default is the one to open with. */
    file: z.exactOptional(z.string().max(maxDocumentNameLength)),
  });
export type ShareBody = z.infer<typeof shareBodySchema>;

/** `POST /api/import`: the comments of a shared file. */
export const importBodySchema = z.object({ comments: colleagueCommentsSchema });

/** What became of them. */
export const importedSchema = z.object({
  added: z.int().min(0),
  changed: z.int().min(0),
  removed: z.int().min(0),
  /** Already there in this state or a later one. */
  known: z.int().min(0),
  /** Of those added and changed: about a text that is not there. */
  unplaced: z.int().min(0),
  /** With the id of a finding that is not a comment by the same colleague. */
  refused: z.int().min(0),
});
export type Imported = z.infer<typeof importedSchema>;

export const shareInputs = {
  shareReview: { body: shareBodySchema, bodyName: 'What to share' },
  importComments: { body: importBodySchema, bodyName: 'The import' },
} as const satisfies RouteInputs;
