import * as z from 'zod';
import { launcherSchema } from '../supervisor/process-identity.ts';
import { capabilitySchema } from './capabilities.ts';
import {
  modeSchema,
  noCounts,
  preparationSchema,
  sessionCountsSchema,
  sessionStateSchema,
} from './mode.ts';
import { heldSchema, outcomeSchema } from './outcome.ts';
import { contentSourceSchema } from './reviewed.ts';
import { namedScopeSchema, vcsSchema } from './scope.ts';
import { sessionIdSchema } from './session-id.ts';
import { maxRepliesLength } from '../limits.ts';

/** A session as in the registry. */
export const sessionRecordSchema = z.object({
  id: sessionIdSchema,
  mode: modeSchema,
  state: sessionStateSchema,
  pid: z.int().min(1),
  /** Start time of the process, in the platform's unit; together with the boot id it detects a reused pid. */
  startTime: z.string(),
  port: z.int().min(1).max(65_535),
  url: z.string(),
  title: z.string(),
  project: z.string(),
  cwd: z.string(),
  /** Who requested the review: `claude-code`, `cli`, a harness's name. */
  origin: z.string(),
  isDetached: z.boolean(),
  /** Whether the page has its content yet, or why it never will. */
  preparation: preparationSchema,
  /** False while the process is alive but does not answer. */
  isResponsive: z.boolean().default(true),
  /** As last reported by the worker, at most every half second. */
  counts: sessionCountsSchema.default(noCounts),
  openedAt: z.iso.datetime(),
  /** The decision, while it can still be undone. */
  held: z.exactOptional(heldSchema),
  /** Key of the request that opened it, so that a retry does not open another session. */
  idempotencyKey: z.exactOptional(z.string()),
  /** Random; the worker proves with it that it is the process recorded for the port. */
  nonce: z.string(),
  /** The process of the hook that waits for the decision. */
  launcher: z.exactOptional(launcherSchema),
  /** Number of this review since the last approval of the same thing by the same requester, starting at 1. */
  round: z.exactOptional(z.int().min(1)),
  /** Identifies the thing and the requester for `round`: sessions with the same one are rounds of each other. */
  roundsKey: z.exactOptional(z.string()),
});
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

/** The control API's view of a session, without fields only supervisors need. */
export const sessionViewSchema = sessionRecordSchema.omit({
  nonce: true,
  idempotencyKey: true,
  launcher: true,
});
export type SessionView = z.infer<typeof sessionViewSchema>;

/** A session as the registry has it, which is not written again for every finding. */
export type ListedSession = Omit<SessionView, 'counts'>;

const path = z.string().min(1).max(4096);
const opening = {
  /** Absolute path of the folder that the review is about. */
  cwd: path,
  title: z.exactOptional(z.string().min(1).max(300)),
  origin: z.exactOptional(z.string().min(1).max(100)),
  /**
   * Identifies what is reviewed, to find the draft of a lost session again; default is derived from mode, folder and
   * source.
   */
  key: z.exactOptional(z.string().min(1).max(300)),
  /** A detached session outlives the process that opened it. */
  detached: z.exactOptional(z.boolean()),
  /**
   * The agent's session id, from its hook: plans of the same agent session count as rounds of one review, whatever
   * their title.
   */
  agentSession: z.exactOptional(z.string().min(1).max(300)),
  /** False if whoever asked cannot pass the notes of an approval on to the agent: the page says so. */
  carriesNotes: z.exactOptional(z.boolean()),
  /** The process of a hook: when it ends, the session closes at once, without the usual grace period. */
  launcher: z.exactOptional(launcherSchema),
};
const content = z.string().max(64 * 1024 * 1024);
/** The agent's answers to the comments of the last round: a list with the numbers of the items. */
const replies = z.exactOptional(z.string().max(maxRepliesLength));

/** The body of `POST /v1/sessions`. Paths may be relative to `cwd`. */
export const openRequestSchema = z.discriminatedUnion('mode', [
  z
    .strictObject({
      mode: z.literal('plan'),
      ...opening,
      content: z.exactOptional(content),
      replies,
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
      replies,
      path: z.exactOptional(path),
      /** Several files, as one session with one decision. */
      paths: z.exactOptional(z.array(path).min(1).max(1000)),
      url: z.exactOptional(z.string().min(1).max(8192)),
      /** Whether `url` may lead to this machine or a private network. */
      allowPrivate: z.exactOptional(z.boolean()),
    })
    .refine(
      (r) =>
        [r.content, r.path, r.paths, r.url].filter((given) => given !== undefined).length === 1,
      { path: ['content'], message: 'give one of content, path, paths and url' },
    ),
  z
    .strictObject({
      mode: z.literal('review'),
      ...opening,
      /**
       * A commit, `a..b` or `a...b`. Without `range`, `scope` and `patch`: everything since the default branch was left,
       * or all uncommitted changes where that is unknown; with untracked files.
       */
      range: z.exactOptional(z.string().min(1).max(1000)),
      scope: z.exactOptional(namedScopeSchema),
      patch: z.exactOptional(path),
      vcs: z.exactOptional(vcsSchema),
    })
    .refine((r) => [r.range, r.scope, r.patch].filter((given) => given !== undefined).length <= 1, {
      path: ['patch'],
      message: 'give one of range, scope and patch',
    }),
]);
export type OpenRequest = z.output<typeof openRequestSchema>;

/** How a worker died, for display and for programs. */
export const deathSchema = z.object({
  class: z.enum(['clean', 'crash', 'killed', 'out-of-memory', 'start-failed', 'closed']),
  exitCode: z.union([z.int(), z.null()]),
  signal: z.union([z.string(), z.null()]),
  message: z.string(),
});
export type Death = z.infer<typeof deathSchema>;

/** An ended session: its last record, and how it ended. */
export const endedSessionSchema = sessionViewSchema.extend({
  outcome: outcomeSchema,
  death: deathSchema,
  endedAt: z.iso.datetime(),
  /** Whether its content is archived and can be viewed. */
  isKept: z.boolean().default(false),
});
export type EndedSession = z.infer<typeof endedSessionSchema>;

/** The reply to `DELETE /v1/sessions/{id}`: how the session ended. */
export const closedAnswerSchema = z.object({
  id: sessionIdSchema,
  outcome: outcomeSchema,
  death: deathSchema,
});
export type ClosedAnswer = z.infer<typeof closedAnswerSchema>;

/** `GET /api/session`: what the page knows about its session. */
export const sessionInfoSchema = z.object({
  id: sessionIdSchema,
  mode: modeSchema,
  state: sessionStateSchema,
  title: z.string(),
  project: z.string(),
  origin: z.string(),
  openedAt: z.iso.datetime(),
  release: z.string(),
  /** False if the notes of an approval do not reach the agent. */
  carriesNotes: z.exactOptional(z.boolean()),
  /** Absent if unknown. */
  round: z.exactOptional(z.int().min(1)),
  preparation: preparationSchema,
  /** Everything the session can do; the page offers nothing else. */
  capabilities: z.array(capabilitySchema).readonly(),
  /** The ways for the reviewer to end it: a subset of `capabilities`. */
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

/**
 * The schema of `decisions/<id>/ended.json`, which describes the archived content next to it. `version` is the content
 * version that was decided on.
 */
export const endedReviewSchema = z.object({
  session: endedSessionSchema,
  source: contentSourceSchema,
  version: z.int().min(1),
});
export type EndedReview = z.infer<typeof endedReviewSchema>;
