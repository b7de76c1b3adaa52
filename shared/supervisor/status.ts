import * as z from 'zod';
import { pageConfigSchema } from '../config.ts';
import { outcomeSchema } from '../session/outcome.ts';
import { deathSchema, endedSessionSchema, sessionViewSchema } from '../session/session.ts';
import { sessionIdSchema } from '../session/session-id.ts';
import { networkReasons } from '../network.ts';
import { gatewaySchema } from './gateway.ts';

/** What happened in one minute. */
export const minuteSchema = z.object({
  /** Its begin. */
  at: z.iso.datetime(),
  opened: z.int(),
  /** Ended with an outcome: decided by the reviewer, or closed. */
  decided: z.int(),
  /** Ended without: the process was lost. */
  died: z.int(),
});
export type Minute = z.infer<typeof minuteSchema>;

/** The memory of one session's process; null where the system does not tell. */
export const workerMemorySchema = z.object({
  id: sessionIdSchema,
  pid: z.int(),
  rssBytes: z.union([z.int(), z.null()]),
  /** With what it shares with others counted in part. */
  pssBytes: z.union([z.int(), z.null()]),
});
export type WorkerMemory = z.infer<typeof workerMemorySchema>;

/** `GET /v1/status`. */
export const statusSchema = z.object({
  pid: z.int(),
  release: z.string(),
  nodeVersion: z.string(),
  startedAt: z.iso.datetime(),
  url: z.string(),
  /** Who can reach the reviews, and why. */
  network: z.object({
    mode: z.enum(['local', 'remote']),
    because: z.string(),
    /** The same for whoever has sentences of its own. */
    reason: z.exactOptional(z.enum(networkReasons)),
  }),
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
  /** The last hour, the oldest minute first. */
  minutes: z.array(minuteSchema).default([]),
  /** What the dashboard looks like where it was not told otherwise. */
  page: pageConfigSchema.pick({ theme: true, language: true, keys: true }).prefault({}),
  /** With `workers=memory` alone. */
  workers: z.exactOptional(z.array(workerMemorySchema)),
});
export type Status = z.infer<typeof statusSchema>;

/** The events of `GET /v1/events`: first a snapshot, then each change. */
export const controlEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    sessions: z.array(sessionViewSchema),
    /** Those that ended lately, the oldest first. */
    ended: z.array(endedSessionSchema).default([]),
  }),
  z.object({ type: z.literal('opened'), session: sessionViewSchema }),
  z.object({ type: z.literal('changed'), session: sessionViewSchema }),
  z.object({
    type: z.literal('exited'),
    id: sessionIdSchema,
    outcome: outcomeSchema,
    death: deathSchema,
    endedAt: z.iso.datetime(),
    isKept: z.boolean().default(false),
  }),
  /** Ended sessions that the supervisor lists no longer: a snapshot from now on is without them. */
  z.object({ type: z.literal('forgotten'), ids: z.array(sessionIdSchema) }),
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
