import * as z from 'zod';
import { decisionSchema } from '../session/decision.ts';
import { rowsOf, type Route, type RouteSchemas } from '../session/route.ts';
import { namedScopeSchema, vcsSchema } from '../session/scope.ts';
import { closedAnswerSchema, openRequestSchema, sessionViewSchema } from '../session/session.ts';
import { controlTargets, type ControlRouteId } from './control-targets.ts';
import { shutdownBodySchema, statusSchema } from './status.ts';

const maxWaitSeconds = 60;
const waitSeconds = `must be a number of seconds, 0 to ${maxWaitSeconds}`;

const params = z.object({ id: z.string() });

/** The query of `GET /v1/change`: what a review would be opened with. */
const changeQuerySchema = z.object({
  /** Absolute path of a folder in a work tree. */
  cwd: z.string().startsWith('/').max(4096),
  range: z.exactOptional(z.string().min(1).max(1000)),
  scope: z.exactOptional(namedScopeSchema),
  vcs: z.exactOptional(vcsSchema),
});

/** What a hook needs to know about a change. */
const changeStateSchema = z.object({
  /** Differs whenever a review would show something else. */
  state: z.string(),
  isEmpty: z.boolean(),
});
export type ChangeState = z.infer<typeof changeStateSchema>;

/** Schemas of the control routes. All but `hello` require the token of the registry. */
export const controlSchemas = {
  openSession: {
    summary: 'Open a review; with `wait=decision` the answer is its decision.',
    query: z.object({
      wait: z.exactOptional(z.literal('decision', 'must be "decision", or be left out')),
    }),
    headers: z.object({
      'idempotency-key': z.exactOptional(
        z.string().regex(/^[\w-]{8,100}$/u, 'must be 8 to 100 letters, digits, - or _'),
      ),
    }),
    body: openRequestSchema,
    // Large bodies go to a file, so that one client's megabytes do not block other requests.
    handlerReads: 'bytes',
    replies: { 200: decisionSchema, 201: sessionViewSchema },
  },
  listSessions: {
    summary: 'The running sessions, oldest first.',
    replies: { 200: z.object({ sessions: z.array(sessionViewSchema) }) },
  },
  getSession: {
    summary: 'One running session.',
    params,
    replies: { 200: sessionViewSchema },
  },
  getDecision: {
    summary: 'The decision, now or within `wait` seconds (60 at most); 204 while there is none.',
    params,
    query: z.object({
      wait: z.exactOptional(
        z
          .string(waitSeconds)
          .regex(/^\d{1,3}$/u, waitSeconds)
          .refine((seconds) => Number(seconds) <= maxWaitSeconds, waitSeconds),
      ),
    }),
    replies: { 200: decisionSchema, 204: null },
  },
  detachSession: {
    summary: 'Keep a session open when the process that opened it goes away.',
    params,
    replies: { 200: sessionViewSchema },
  },
  closeSession: {
    summary: 'Close a session: ask, then TERM, then KILL; says how it ended.',
    params,
    replies: { 200: closedAnswerSchema },
  },
  getChange: {
    summary:
      'Whether a review of `range` or `scope` in `cwd` would show anything, without opening it.',
    query: changeQuerySchema,
    replies: { 200: changeStateSchema },
  },
  streamEvents: {
    summary: 'A snapshot of the sessions, then each that is opened, changed or gone.',
    replies: { 200: 'text/event-stream' },
  },
  getStatus: {
    summary:
      'The supervisor: pid, release, pool, counts; with `workers=memory` also the memory of each session.',
    query: z.object({
      workers: z.exactOptional(z.literal('memory', 'must be "memory", or be left out')),
    }),
    replies: { 200: statusSchema },
  },
  getMetrics: {
    summary: 'The same figures for Prometheus.',
    replies: { 200: 'text/plain' },
  },
  hello: {
    summary: "Answers the SHA-256 of `challenge` and the supervisor's nonce, to prove who listens.",
    query: z.object({
      challenge: z.string().regex(/^[\w-]{1,128}$/u, 'must be 1 to 128 letters, digits, - or _'),
    }),
    replies: { 200: z.object({ proof: z.string() }) },
  },
  shutdown: {
    summary:
      'Stop the supervisor; refused while sessions run, unless told to close or to leave them.',
    body: shutdownBodySchema.optional(),
    bodyName: 'The request',
    replies: { 202: z.object({ closing: z.int(), leaving: z.int() }) },
  },
} as const satisfies Readonly<Record<ControlRouteId, RouteSchemas>>;

/** The control API, in full. */
export const controlRoutes: readonly (Route & { readonly id: ControlRouteId })[] = rowsOf(
  controlTargets,
).map((row) => ({ ...row, ...controlSchemas[row.id] }));

export const controlApi = { targets: controlTargets, schemas: controlSchemas };
export type ControlApi = typeof controlApi;
