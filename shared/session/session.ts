import * as z from 'zod';
import { launcherSchema } from '../supervisor/process-identity.ts';
import { capabilitySchema } from './capabilities.ts';
import { modeSchema, preparationSchema, sessionStateSchema } from './mode.ts';
import { heldSchema } from './held.ts';
import { outcomeSchema } from './outcome.ts';
import { noCounts, sessionCountsSchema } from './session-counts.ts';
import { sessionIdSchema } from './session-id.ts';

/** A session as the registry and the control API show it. */
export const sessionRecordSchema = z.object({
  id: sessionIdSchema,
  mode: modeSchema,
  state: sessionStateSchema,
  pid: z.int().min(1),
  /** When the process was started, in the unit of its platform: with the boot id it tells a reused pid. */
  startTime: z.string(),
  port: z.int().min(1).max(65_535),
  url: z.string(),
  title: z.string(),
  project: z.string(),
  cwd: z.string(),
  /** Who asked for the review: `claude-code`, `cli`, a harness's name. */
  origin: z.string(),
  isDetached: z.boolean(),
  /** Whether the page has its content yet, or why it never will. */
  preparation: preparationSchema,
  /** False while its process lives and does not answer. */
  isResponsive: z.boolean().default(true),
  /** As of the worker's last word of it, at most every half second. */
  counts: sessionCountsSchema.default(noCounts),
  openedAt: z.iso.datetime(),
  /** Its decision, while that can still be undone. */
  held: z.exactOptional(heldSchema),
  /** The key of the request that opened it, so that the same request opens nothing twice. */
  idempotencyKey: z.exactOptional(z.string()),
  /** Random, answered by the worker: proves that the process behind the port is the one recorded. */
  nonce: z.string(),
  /** The process of the hook that waits for the decision. */
  launcher: z.exactOptional(launcherSchema),
  /** Of the same thing, by the same asker, since that was last approved: 1 for the first review. */
  round: z.exactOptional(z.int().min(1)),
  /** Names what is counted so. */
  roundsKey: z.exactOptional(z.string()),
});
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

/** What the control API shows of a session; what only supervisors need stays in the registry. */
export const sessionViewSchema = sessionRecordSchema.omit({
  nonce: true,
  idempotencyKey: true,
  launcher: true,
  roundsKey: true,
});
export type SessionView = z.infer<typeof sessionViewSchema>;

const path = z.string().min(1).max(4096);
const opening = {
  /** Absolute folder that the review is about. */
  cwd: path,
  title: z.exactOptional(z.string().min(1).max(300)),
  origin: z.exactOptional(z.string().min(1).max(100)),
  /** Names what is reviewed, so that unsent words of a lost session are found again; else made of mode, folder and source. */
  key: z.exactOptional(z.string().min(1).max(300)),
  /** A detached session lives on when the process that opened it is gone. */
  detached: z.exactOptional(z.boolean()),
  /** An agent's own session, where its hook asks: its plans are rounds of one another, whatever their heading. */
  agentSession: z.exactOptional(z.string().min(1).max(300)),
  /** The process of a hook: once it has ended, the session is closed without the grace that others have. */
  launcher: z.exactOptional(launcherSchema),
};
const content = z.string().max(64 * 1024 * 1024);

/** The body of `POST /v1/sessions`. Paths may be relative to `cwd`. */
export const openRequestSchema = z.discriminatedUnion('mode', [
  z
    .strictObject({
      mode: z.literal('plan'),
      ...opening,
      content: z.exactOptional(content),
      path: z.exactOptional(path),
    })
    .refine((r) => (r.content === undefined) !== (r.path === undefined), {
      path: ['content'],
      message: 'give either content or path',
    }),
  z
    .strictObject({
      mode: z.literal('document'),
      ...opening,
      content: z.exactOptional(content),
      path: z.exactOptional(path),
      url: z.exactOptional(z.string().min(1).max(8192)),
    })
    .refine((r) => [r.content, r.path, r.url].filter((given) => given !== undefined).length === 1, {
      path: ['content'],
      message: 'give one of content, path and url',
    }),
  z
    .strictObject({
      mode: z.literal('review'),
      ...opening,
      /** A commit, `a..b` or `a...b`; none for all uncommitted changes with untracked files. */
      range: z.exactOptional(z.string().min(1).max(1000)),
      patch: z.exactOptional(path),
    })
    .refine((r) => r.range === undefined || r.patch === undefined, {
      path: ['patch'],
      message: 'give range or patch, not both',
    }),
]);
export type OpenRequest = z.output<typeof openRequestSchema>;

/** How a worker died, for people and for machines. */
export const deathSchema = z.object({
  class: z.enum(['clean', 'crash', 'killed', 'out-of-memory', 'start-failed', 'closed']),
  exitCode: z.union([z.int(), z.null()]),
  signal: z.union([z.string(), z.null()]),
  message: z.string(),
});
export type Death = z.infer<typeof deathSchema>;

/** A session that is gone: its last record, and how it ended. */
export const endedSessionSchema = sessionViewSchema.extend({
  outcome: outcomeSchema,
  death: deathSchema,
  endedAt: z.iso.datetime(),
  /** Whether its content is kept, to be looked at again. */
  isKept: z.boolean().default(false),
});
export type EndedSession = z.infer<typeof endedSessionSchema>;

/** The answer to `DELETE /v1/sessions/{id}`: how the session ended. */
export const closedAnswerSchema = z.object({
  id: sessionIdSchema,
  outcome: outcomeSchema,
  death: deathSchema,
});
export type ClosedAnswer = z.infer<typeof closedAnswerSchema>;

/** `GET /api/session`: what the page knows of its session. */
export const sessionInfoSchema = z.object({
  id: sessionIdSchema,
  mode: modeSchema,
  state: sessionStateSchema,
  title: z.string(),
  project: z.string(),
  origin: z.string(),
  openedAt: z.iso.datetime(),
  release: z.string(),
  /** Absent where it is not known. */
  round: z.exactOptional(z.int().min(1)),
  preparation: preparationSchema,
  /** All that it can do; the page offers nothing else. */
  capabilities: z.array(capabilitySchema).readonly(),
  /** The routes by which the reviewer can end it: some of `capabilities`. */
  can: z.object({
    approve: z.boolean(),
    deny: z.boolean(),
    feedback: z.boolean(),
    ai: z.boolean(),
  }),
  outcome: z.exactOptional(outcomeSchema),
  /** The decision, while it can still be undone. */
  held: z.exactOptional(heldSchema),
});
export type SessionInfo = z.infer<typeof sessionInfoSchema>;
