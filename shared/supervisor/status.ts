import * as z from 'zod';
import { outcomeSchema } from '../session/outcome.ts';
import { deathSchema, sessionViewSchema } from '../session/session.ts';
import { sessionIdSchema } from '../session/session-id.ts';
import { gatewaySchema } from './gateway.ts';

/** `GET /v1/status`. */
export const statusSchema = z.object({
  pid: z.int(),
  release: z.string(),
  nodeVersion: z.string(),
  startedAt: z.iso.datetime(),
  url: z.string(),
  /** Who can reach the reviews, and why. */
  network: z.object({ mode: z.enum(['local', 'remote']), because: z.string() }),
  /** In remote mode alone. */
  gateway: z.exactOptional(gatewaySchema),
  sessions: z.int(),
  /** Those of them whose process lives and does not answer. */
  unresponsive: z.int(),
  /** Requests that wait for a decision. */
  waitingConnections: z.int(),
  warmWorkers: z.int(),
  /** Resident memory of the supervisor. */
  memoryBytes: z.int(),
  threads: z.object({ running: z.int(), queued: z.int(), completed: z.int(), failed: z.int() }),
  totals: z.object({
    opened: z.int(),
    /** Sessions ended, by outcome and by how the process died. */
    outcomes: z.record(z.string(), z.int()),
    deaths: z.record(z.string(), z.int()),
  }),
});
export type Status = z.infer<typeof statusSchema>;

/** The events of `GET /v1/events`: first a snapshot, then each change. */
export const controlEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), sessions: z.array(sessionViewSchema) }),
  z.object({ type: z.literal('opened'), session: sessionViewSchema }),
  z.object({ type: z.literal('changed'), session: sessionViewSchema }),
  z.object({
    type: z.literal('exited'),
    id: sessionIdSchema,
    outcome: outcomeSchema,
    death: deathSchema,
  }),
]);
export type ControlEvent = z.infer<typeof controlEventSchema>;

/** The body of `POST /v1/shutdown`. */
export const shutdownBodySchema = z
  .strictObject({
    /** Close the running sessions instead of refusing. */
    force: z.exactOptional(z.boolean()),
    /** Leave the running sessions to the next supervisor, which adopts them. */
    leave: z.exactOptional(z.boolean()),
  })
  .refine((body) => body.force !== true || body.leave !== true, {
    path: ['leave'],
    message: 'give force or leave, not both',
  });
