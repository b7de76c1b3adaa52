import * as z from 'zod';
import { annotationEventSchema } from '../annotations/events.ts';
import { pageConfigSchema } from '../config.ts';
import { heldSchema, outcomeSchema } from './outcome.ts';
import { preparationSchema } from './mode.ts';
import { sourceChangeSchema } from './source-change.ts';
import { viewedChangeSchema } from './viewed.ts';

/** The events of `GET /api/events`, the page's stream: annotation events, and these. */
const pageEventSchema = z.union([
  annotationEventSchema,
  z.discriminatedUnion('type', [
    /** On connection, and when the preparation changes. */
    z.object({ type: z.literal('session'), preparation: preparationSchema }),
    /** Another tab saved or deleted the draft; also on connection if that has happened in this session. */
    z.object({ type: z.literal('draft'), generation: z.int().min(0) }),
    /** The source of the content has changed, or is back to what was read. */
    z.object({
      type: z.literal('freshness'),
      isStale: z.boolean(),
      /** Of a code change, or of what is gone, if it is known. */
      changed: z.exactOptional(sourceChangeSchema),
    }),
    /** New content: `GET /api/plan` or `GET /api/diff` returns this version. */
    z.object({ type: z.literal('content'), version: z.int().min(1) }),
    z.object({ type: z.literal('config'), config: pageConfigSchema }),
    /** A tab changed viewed marks. */
    z.object({ type: z.literal('viewed'), change: viewedChangeSchema }),
    /** On connection, if a tab has changed viewed marks in this session: reload them from `GET /api/viewed`. */
    z.object({ type: z.literal('viewedBefore') }),
    /** A decision can be undone; also on connection while that is so. */
    z.object({ type: z.literal('held'), held: heldSchema }),
    /** The decision was undone; also on connection if that was the last change. */
    z.object({ type: z.literal('undone') }),
    /** The decision is final; `ended` follows. */
    z.object({
      type: z.literal('released'),
      outcome: outcomeSchema,
      decidedAt: z.iso.datetime(),
    }),
    /** The last event: the session has ended. */
    z.object({
      type: z.literal('ended'),
      outcome: outcomeSchema,
      reason: z.exactOptional(z.string()),
    }),
  ]),
]);
export type PageEvent = z.infer<typeof pageEventSchema>;
