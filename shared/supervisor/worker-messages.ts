import * as z from 'zod';
import { flagSchema, optionalTextSchema, textSchema } from '../scalars.ts';
import { limitsSchema } from '../annotations/limits.ts';
import { providerCapabilities, providerCapabilitySchema } from '../session/capabilities.ts';
import { commitsSchema, contentSourceSchema, reviewedSchema } from '../session/reviewed.ts';
import { nextReviewSchema } from '../session/outcome.ts';
import { modeSchema, preparationSchema } from '../session/mode.ts';
import { sourceChangeSchema } from '../session/source-change.ts';
import { sessionIdSchema } from '../session/session-id.ts';

/** Supervisors of earlier releases do not have what these need. */
const laterCapabilities = new Set<string>([
  'staging',
  'navigation',
  'saving',
  'documents',
  'notes',
]);

/** Everything that turns a warm worker into a session. Paths are absolute. */
const assignmentSchema = z.object({
  id: sessionIdSchema,
  nonce: textSchema,
  mode: modeSchema,
  title: textSchema,
  project: textSchema,
  cwd: textSchema,
  origin: textSchema,
  openedAt: z.iso.datetime(),
  release: textSchema,
  source: contentSourceSchema,
  /** The provider's capabilities; missing from supervisors of earlier releases. */
  provided: z
    .array(providerCapabilitySchema)
    .default(providerCapabilities.filter((one) => !laterCapabilities.has(one))),
  /** Missing from supervisors of earlier releases. */
  reviewed: z.exactOptional(reviewedSchema),
  /** Listen on all interfaces and accept more Host names. */
  isRemote: flagSchema,
  allowedHosts: z.array(textSchema),
  /** Whether routes that run commands are available in remote mode. */
  runsRemoteCommands: flagSchema,
  limits: limitsSchema,
  logLevel: textSchema,
  /** How long the session continues without a supervisor. */
  orphanMinutes: z.number(),
  files: z.object({
    /** The session's spool folder. */
    spool: textSchema,
    /** Written there by the thread pool. */
    document: textSchema,
    manifest: textSchema,
    patch: textSchema,
    decision: textSchema,
    draft: textSchema,
    /** Folder of uploaded images; missing from supervisors of earlier releases. */
    uploads: z.exactOptional(textSchema),
    /** The viewed marks, shared by all sessions of the same repository, or of the same thing. */
    viewed: textSchema,
    /** Where earlier releases kept those of a repository: by what is compared in it. */
    viewedHere: z.exactOptional(textSchema),
    /** Of several repositories, those of each, by its folder. */
    viewedBelow: z.exactOptional(z.array(z.object({ folder: textSchema, viewed: textSchema }))),
    log: textSchema,
    config: textSchema,
    /** Folder of the built review page. */
    page: textSchema,
  }),
});
export type Assignment = z.infer<typeof assignmentSchema>;

/**
 * Supervisor to worker, in this order: `assign`, `prepared` (on each change), `close`. `derived` answers `derive`, and
 * `next` answers `askNext`.
 */
export const toWorkerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('assign'), assignment: assignmentSchema }),
  z.object({ type: z.literal('prepared'), preparation: preparationSchema }),
  /** The derivation is in the spool, or has failed. */
  z.object({
    type: z.literal('derived'),
    request: z.int(),
    failure: z.exactOptional(z.object({ code: textSchema, error: textSchema })),
    /** The answer to `worktree-state`. */
    state: optionalTextSchema,
    changed: z.exactOptional(sourceChangeSchema),
    /** The compared commits, after new content of a code change. */
    commits: z.exactOptional(commitsSchema),
    /** The answer to `repository`, `source` and `links`. */
    answer: z.exactOptional(z.unknown()),
  }),
  /** Write a `closed` decision and exit. */
  z.object({ type: z.literal('close'), reason: textSchema }),
  /** Null if none is waiting. */
  z.object({ type: z.literal('next'), review: z.union([nextReviewSchema, z.null()]) }),
]);
export type ToWorker = z.infer<typeof toWorkerSchema>;

/** Minimum interval between counts, in milliseconds. */
export const countsPauseMs = 500;

/** Exit codes of a worker, distinct from Node's own. */
export const workerExitCodes = { clean: 0, crashed: 70, cannotListen: 71, orphaned: 72 } as const;

/** Deadlines, in milliseconds. */
export const workerDeadlinesMs = {
  /** From fork to `loaded`. */
  load: 30_000,
  /** From `assign` to `ready`. */
  ready: 10_000,
  /** From `close` to exit, then from SIGTERM to exit, then SIGKILL. */
  close: 3000,
  terminate: 2000,
  /** From a ping to its answer; without one, the session counts as not responding. */
  ping: 3000,
} as const;
