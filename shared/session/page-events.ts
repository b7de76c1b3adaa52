import * as z from 'zod';
import { annotationEventSchema } from '../annotations/events.ts';
import { pageConfigSchema } from '../config.ts';
import { heldSchema } from './held.ts';
import { outcomeSchema } from './outcome.ts';
import { preparationSchema } from './mode.ts';
import { viewedChangeSchema } from './viewed.ts';

/** The events of `GET /api/events`, the page's one stream: those of the annotations, and these. */
export const pageEventSchema = z.union([
  annotationEventSchema,
  z.discriminatedUnion('type', [
    /** On connection and with every change of the preparation. */
    z.object({ type: z.literal('session'), preparation: preparationSchema }),
    /** Another tab saved or deleted the draft; on connection where one was, since the session began. */
    z.object({ type: z.literal('draft'), generation: z.int().min(0) }),
    /** What is reviewed has changed on the disk, or is what it was read from again. */
    z.object({ type: z.literal('freshness'), isStale: z.boolean() }),
    /** The content was made anew: `GET /api/plan` or `GET /api/diff` has this version of it. */
    z.object({ type: z.literal('content'), version: z.int().min(1) }),
    z.object({ type: z.literal('config'), config: pageConfigSchema }),
    /** A tab ticked changes as viewed, or took that back. */
    z.object({ type: z.literal('viewed'), change: viewedChangeSchema }),
    /** On connection where a tab did, since the session began: `GET /api/viewed` has what is ticked. */
    z.object({ type: z.literal('viewedBefore') }),
    /** A decision was made and can be undone; on connection where one is. */
    z.object({ type: z.literal('held'), held: heldSchema }),
    /** It was taken back; on connection where one was, since the session began, and none is held. */
    z.object({ type: z.literal('undone') }),
    /** It cannot be undone any more; `ended` follows. */
    z.object({
      type: z.literal('released'),
      outcome: outcomeSchema,
      decidedAt: z.iso.datetime(),
    }),
    /** The last event: the session is over. */
    z.object({
      type: z.literal('ended'),
      outcome: outcomeSchema,
      reason: z.exactOptional(z.string()),
    }),
  ]),
]);
export type PageEvent = z.infer<typeof pageEventSchema>;
