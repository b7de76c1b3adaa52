import * as z from 'zod';
import { pageConfigSchema } from '../config.ts';
import { outcomeSchema } from '../session/outcome.ts';
import { deathSchema, endedSessionSchema, sessionViewSchema } from '../session/session.ts';
import { sessionIdSchema } from '../session/session-id.ts';
import { networkReasons } from '../network.ts';
import { gatewaySchema } from './registry.ts';

/** The events of one minute. */
const minuteSchema = z.object({
  /** Start of the minute. */
  at: z.iso.datetime(),
  opened: z.int(),
  /** Ended with an outcome: decided by the reviewer, or closed. */
  decided: z.int(),
  /** Ended without one: the process was lost. */
  died: z.int(),
});
export type Minute = z.infer<typeof minuteSchema>;

/** Memory of a session's process; null if the system does not report it. */
const workerMemorySchema = z.object({
  id: sessionIdSchema,
  pid: z.int(),
  rssBytes: z.union([z.int(), z.null()]),
  /** Proportional set size: shared memory is counted proportionally. */
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
    /** The reason as a code, for clients with their own wording. */
    reason: z.exactOptional(z.enum(networkReasons)),
  }),
  /** In remote mode only. */
  gateway: z.exactOptional(gatewaySchema),
  sessions: z.int(),
  /** Sessions whose process is alive but does not answer. */
  unresponsive: z.int(),
  /** Connections waiting for a decision. */
  waitingConnections: z.int(),
  warmWorkers: z.int(),
  /** Resident set size of the supervisor. */
  memoryBytes: z.int(),
  threads: z.object({ running: z.int(), queued: z.int(), completed: z.int(), failed: z.int() }),
  totals: z.object({
    opened: z.int(),
    /** Ended sessions, by outcome and by the way the process died. */
    outcomes: z.record(z.string(), z.int()),
    deaths: z.record(z.string(), z.int()),
  }),
  /** The last hour, oldest minute first. */
  minutes: z.array(minuteSchema).default([]),
  /** Page settings for the dashboard. */
  page: pageConfigSchema.pick({ theme: true, language: true, keys: true }).prefault({}),
  /** Only with `workers=memory`. */
  workers: z.exactOptional(z.array(workerMemorySchema)),
});
export type Status = z.infer<typeof statusSchema>;

/** The events of `GET /v1/events`: a snapshot, then every change. */
export const controlEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    sessions: z.array(sessionViewSchema),
    /** Recently ended sessions, oldest first. */
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
  /** Ended sessions that are no longer listed, nor in later snapshots. */
  z.object({ type: z.literal('forgotten'), ids: z.array(sessionIdSchema) }),
]);
export type ControlEvent = z.infer<typeof controlEventSchema>;

/** The body of `POST /v1/shutdown`. */
export const shutdownBodySchema = z
  .strictObject({
    /** Close running sessions instead of refusing. */
    force: z.exactOptional(z.boolean()),
    /** Leave running sessions to be adopted by the next supervisor. */
    leave: z.exactOptional(z.boolean()),
  })
  .refine((body) => body.force !== true || body.leave !== true, {
    path: ['leave'],
    message: 'give force or leave, not both',
  });
