import * as z from 'zod';
import { countSchema, flagSchema, optionalTextSchema, textSchema } from '../scalars.ts';
import { limitsSchema } from '../annotations/limits.ts';
import { providerCapabilities, providerCapabilitySchema } from '../session/capabilities.ts';
import { commitsSchema, contentSourceSchema, reviewedSchema } from '../session/reviewed.ts';
import { heldSchema, nextReviewSchema, outcomeSchema } from '../session/outcome.ts';
import { modeSchema, preparationSchema, sessionCountsSchema } from '../session/mode.ts';
import { settleBodySchema } from '../session/rounds.ts';
import { sideSchema } from '../session/side-lines.ts';
import { sourceChangeSchema } from '../session/source-change.ts';
import { sessionIdSchema } from '../session/session-id.ts';
import { keptVersionSchema } from '../session/versions.ts';

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

/** The content version; workers of earlier releases know only the first. */
const version = z.int().min(1).default(1);

/** What a worker can have made in its spool later on. */
const derivationSchema = z.discriminatedUnion('kind', [
  /** The content of one side of a changed file. */
  z.object({ kind: z.literal('side'), fileId: textSchema, side: sideSchema, version }),
  /** A file of the project, changed or not. */
  z.object({ kind: z.literal('file'), path: textSchema, side: sideSchema, version }),
  /** The same change ignoring whitespace. */
  z.object({ kind: z.literal('no-whitespace'), version }),
  /** Highlighting of the files shown first. */
  z.object({ kind: z.literal('colours'), version }),
  /** What happened to functions, classes, types … */
  z.object({ kind: z.literal('structure'), version }),
  /** The lines with a symbol, which was met in a file, while they are found; the id names the output. */
  z.object({
    kind: z.literal('references'),
    name: textSchema,
    path: optionalTextSchema,
    side: sideSchema,
    id: z.int().min(1),
    version,
  }),
  /** What changed since the last round. */
  z.object({ kind: z.literal('rounds'), version }),
  /** Which comments of earlier rounds are settled, after a change if there is one; writes no file in the spool. */
  z.object({ kind: z.literal('settled'), change: z.exactOptional(settleBodySchema) }),
  /** The kept versions of a text, and which one is shown; workers of earlier releases leave it to the supervisor. */
  z.object({ kind: z.literal('versions'), kept: z.exactOptional(keptVersionSchema) }),
  /** Two of them beside each other; the id names the file. */
  z.object({
    kind: z.literal('compared-versions'),
    kept: z.exactOptional(keptVersionSchema),
    before: z.int().min(1),
    after: z.int().min(1),
    as: textSchema,
    id: z.int().min(1),
  }),
  /** The shared file of a `ShareRequest` in the spool; the id names both. */
  z.object({ kind: z.literal('shared'), id: z.int().min(1) }),
  /** The content again, as this version: from the current source, or from a `ScopeChoice`. */
  z.object({ kind: z.literal('content'), version, choice: z.exactOptional(z.unknown()) }),
  /** What the repository behind a change has, by a `RepositoryQuestion`, or a `ProjectRequest`; writes no file. */
  z.object({ kind: z.literal('repository'), question: z.unknown() }),
  /** A `SourceRequest`: to save or to preview an edited text. */
  z.object({ kind: z.literal('source'), request: z.unknown() }),
  /** A `LinksRequest`: which references lead to files of the project, or one such file. */
  z.object({ kind: z.literal('links'), request: z.unknown() }),
  /** One of many documents, by its name and its position in the index. */
  z.object({ kind: z.literal('document'), name: textSchema, position: countSchema, version }),
  /** The same, which is shown by now, as a version that is kept. */
  z.object({ kind: z.literal('kept-document'), name: textSchema, position: countSchema, version }),
  /** Instructions for agents, in the project and the home folder. */
  z.object({ kind: z.literal('skills') }),
  /** The current state of the work tree, or whether documents differ from a version; writes no file. */
  z.object({ kind: z.literal('worktree-state'), version: z.exactOptional(version) }),
]);
export type Derivation = z.infer<typeof derivationSchema>;

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

/**
 * Worker to supervisor: `loaded`, then `ready` or `failed`, then `counts`, `derive` and `held` at any time, finally
 * `decided`, with the last `counts` before it.
 */
export const fromWorkerSchema = z.discriminatedUnion('type', [
  /** The code is loaded: the worker is warm. */
  z.object({ type: z.literal('loaded') }),
  z.object({ type: z.literal('ready'), port: z.int() }),
  z.object({ type: z.literal('failed'), code: textSchema, message: textSchema }),
  /** Derive this; the answer carries the same number. */
  z.object({ type: z.literal('derive'), request: z.int(), wanted: derivationSchema }),
  /** A decision is durable and can be undone; null once it was undone. */
  z.object({ type: z.literal('held'), held: z.union([heldSchema, z.null()]) }),
  /** The decision is durable. */
  z.object({ type: z.literal('decided'), outcome: outcomeSchema }),
  /** Sent at most every `countsPauseMs`, when no other message is unacknowledged; the last ones before `decided`. */
  z.object({ type: z.literal('counts'), counts: sessionCountsSchema }),
  /** The reviewer is deciding: which review waits next? The answer is optional. */
  z.object({ type: z.literal('askNext') }),
]);
export type FromWorker = z.infer<typeof fromWorkerSchema>;

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
