import * as z from 'zod';
import { limitsSchema } from '../annotations/limits.ts';
import { providerCapabilities, providerCapabilitySchema } from '../session/capabilities.ts';
import { contentSourceSchema } from '../session/content-source.ts';
import { heldSchema } from '../session/held.ts';
import { outcomeSchema } from '../session/outcome.ts';
import { modeSchema, preparationSchema } from '../session/mode.ts';
import { nextReviewSchema } from '../session/next-review.ts';
import { commitsSchema, reviewedSchema } from '../session/reviewed.ts';
import { sessionCountsSchema } from '../session/session-counts.ts';
import { sideSchema } from '../session/side-lines.ts';
import { sessionIdSchema } from '../session/session-id.ts';

/** Everything a warm worker needs to become a session. Paths are absolute. */
export const assignmentSchema = z.object({
  id: sessionIdSchema,
  nonce: z.string(),
  mode: modeSchema,
  title: z.string(),
  project: z.string(),
  cwd: z.string(),
  origin: z.string(),
  openedAt: z.iso.datetime(),
  release: z.string(),
  source: contentSourceSchema,
  /** What its provider can do; supervisors of earlier releases did not say. */
  provided: z.array(providerCapabilitySchema).default([...providerCapabilities]),
  /** Supervisors of earlier releases did not say. */
  reviewed: z.exactOptional(reviewedSchema),
  /** Listen on all interfaces and widen the Host rule. */
  isRemote: z.boolean(),
  allowedHosts: z.array(z.string()),
  /** Whether routes that run commands answer in remote mode. */
  runsRemoteCommands: z.boolean(),
  limits: limitsSchema,
  logLevel: z.string(),
  /** How long the session goes on without a supervisor. */
  orphanMinutes: z.number(),
  files: z.object({
    /** Folder of this session's spool. */
    spool: z.string(),
    /** Files that the pool makes there. */
    document: z.string(),
    manifest: z.string(),
    patch: z.string(),
    decision: z.string(),
    draft: z.string(),
    /** What the reviewer has ticked as viewed; sessions of the same thing share it. */
    viewed: z.string(),
    log: z.string(),
    config: z.string(),
    /** Folder of the built review page. */
    page: z.string(),
  }),
});
export type Assignment = z.infer<typeof assignmentSchema>;

/** Which version of a change is meant; workers of older releases know only the first. */
const version = z.int().min(1).default(1);

/** What a worker may have made in its spool, beyond what its session began with. */
export const derivationSchema = z.discriminatedUnion('kind', [
  /** The content of one side of a changed file. */
  z.object({ kind: z.literal('side'), fileId: z.string(), side: sideSchema, version }),
  /** The same change without what is only whitespace. */
  z.object({ kind: z.literal('no-whitespace'), version }),
  /** The colours of the files that are shown first. */
  z.object({ kind: z.literal('colours'), version }),
  /** The content once more, of the files as they are now, as this version. */
  z.object({ kind: z.literal('content'), version }),
  /** Nothing in the spool: what the work tree is like now. */
  z.object({ kind: z.literal('worktree-state') }),
]);
export type Derivation = z.infer<typeof derivationSchema>;

/**
 * Supervisor to worker, in this order: `assign`, `prepared` (each change), `close`. `derived` answers `derive`, and
 * `next` `askNext`.
 */
export const toWorkerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('assign'), assignment: assignmentSchema }),
  z.object({ type: z.literal('prepared'), preparation: preparationSchema }),
  /** What was asked for stands in the spool, or why it does not. */
  z.object({
    type: z.literal('derived'),
    request: z.int(),
    failure: z.exactOptional(z.object({ code: z.string(), error: z.string() })),
    /** The answer to `worktree-state`. */
    state: z.exactOptional(z.string()),
    /** What is compared now, where the content of a code change was asked for. */
    commits: z.exactOptional(commitsSchema),
  }),
  /** Write what there is as `closed` and exit. */
  z.object({ type: z.literal('close'), reason: z.string() }),
  /** Null where none waits. */
  z.object({ type: z.literal('next'), review: z.union([nextReviewSchema, z.null()]) }),
]);
export type ToWorker = z.infer<typeof toWorkerSchema>;

/**
 * Worker to supervisor, in this order: `loaded`, then `ready` or `failed`, `counts`, `derive` and `held` at times,
 * then `decided`.
 */
export const fromWorkerSchema = z.discriminatedUnion('type', [
  /** The code is loaded: the worker is warm. */
  z.object({ type: z.literal('loaded') }),
  z.object({ type: z.literal('ready'), port: z.int() }),
  z.object({ type: z.literal('failed'), code: z.string(), message: z.string() }),
  /** Make this in the spool, and say so under this number. */
  z.object({ type: z.literal('derive'), request: z.int(), wanted: derivationSchema }),
  /** A decision stands on the disk and can be undone; null when it was. */
  z.object({ type: z.literal('held'), held: z.union([heldSchema, z.null()]) }),
  /** The decision stands durably in its file. */
  z.object({ type: z.literal('decided'), outcome: outcomeSchema }),
  /** Sent when nothing else waits to be acknowledged, every `countsPauseMs` at most. */
  z.object({ type: z.literal('counts'), counts: sessionCountsSchema }),
  /** The reviewer is deciding: which review waits next? Nothing depends on the answer. */
  z.object({ type: z.literal('askNext') }),
]);
export type FromWorker = z.infer<typeof fromWorkerSchema>;

/** Between two messages of counts, in milliseconds. */
export const countsPauseMs = 500;

/** Exit codes of a worker, distinct from Node's own. */
export const workerExitCodes = { clean: 0, crashed: 70, cannotListen: 71, orphaned: 72 } as const;

/** How long each step may take, in milliseconds. */
export const workerDeadlinesMs = {
  /** From fork to `loaded`. */
  load: 30_000,
  /** From `assign` to `ready`. */
  ready: 10_000,
  /** From `close` to exit, then from TERM to exit, then KILL. */
  close: 3000,
  terminate: 2000,
} as const;
