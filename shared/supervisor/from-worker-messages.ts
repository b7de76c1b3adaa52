import * as z from 'zod';
import { countSchema, optionalTextSchema, textSchema } from '../scalars.ts';
import { heldSchema, outcomeSchema } from '../session/outcome.ts';
import { sessionCountsSchema } from '../session/mode.ts';
import { settleBodySchema } from '../session/settled.ts';
import { sideSchema } from '../session/side-lines.ts';
import { keptVersionSchema } from '../session/kept-version.ts';

// Apart from the messages to a worker, since only its supervisor parses these: their schemas would be 3 % of each idle
// worker's memory.

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
