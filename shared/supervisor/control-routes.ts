import * as z from 'zod';
import { decisionSchema } from '../session/decision.ts';
import type { Route } from '../session/route.ts';
import { closedAnswerSchema, openRequestSchema, sessionViewSchema } from '../session/session.ts';
import { changeQuerySchema, changeStateSchema } from './change-state.ts';
import { shutdownBodySchema, statusSchema } from './status.ts';

const maxWaitSeconds = 60;
const waitSeconds = `must be a number of seconds, 0 to ${maxWaitSeconds}`;

/** The control API. Source: design.md, section 4. All but `hello` want the token of the registry. */
export const controlRoutes = [
  {
    id: 'openSession',
    method: 'POST',
    path: '/v1/sessions',
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
    // A large one goes to a file: one client's megabytes must not hold up the answers to others.
    handlerReads: 'bytes',
    replies: { 200: decisionSchema, 201: sessionViewSchema },
  },
  {
    id: 'listSessions',
    method: 'GET',
    path: '/v1/sessions',
    summary: 'The running sessions, oldest first.',
    replies: { 200: z.object({ sessions: z.array(sessionViewSchema) }) },
  },
  {
    id: 'getSession',
    method: 'GET',
    path: '/v1/sessions/{id}',
    summary: 'One running session.',
    replies: { 200: sessionViewSchema },
  },
  {
    id: 'getDecision',
    method: 'GET',
    path: '/v1/sessions/{id}/decision',
    summary: 'The decision, now or within `wait` seconds (60 at most); 204 while there is none.',
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
  {
    id: 'detachSession',
    method: 'POST',
    path: '/v1/sessions/{id}/detach',
    summary: 'Keep a session open when the process that opened it goes away.',
    replies: { 200: sessionViewSchema },
  },
  {
    id: 'closeSession',
    method: 'DELETE',
    path: '/v1/sessions/{id}',
    summary: 'Close a session: ask, then TERM, then KILL; says how it ended.',
    replies: { 200: closedAnswerSchema },
  },
  {
    id: 'getChange',
    method: 'GET',
    path: '/v1/change',
    summary: 'Whether a review of `range` in `cwd` would show anything, without opening it.',
    query: changeQuerySchema,
    replies: { 200: changeStateSchema },
  },
  {
    id: 'streamEvents',
    method: 'GET',
    path: '/v1/events',
    summary: 'A snapshot of the sessions, then each that is opened, changed or gone.',
    replies: { 200: 'text/event-stream' },
  },
  {
    id: 'getStatus',
    method: 'GET',
    path: '/v1/status',
    summary:
      'The supervisor: pid, release, pool, counts; with `workers=memory` also the memory of each session.',
    query: z.object({
      workers: z.exactOptional(z.literal('memory', 'must be "memory", or be left out')),
    }),
    replies: { 200: statusSchema },
  },
  {
    id: 'getMetrics',
    method: 'GET',
    path: '/metrics',
    summary: 'The same figures for Prometheus.',
    replies: { 200: 'text/plain' },
  },
  {
    id: 'hello',
    method: 'GET',
    path: '/v1/hello',
    summary: "Answers the SHA-256 of `challenge` and the supervisor's nonce, to prove who listens.",
    query: z.object({
      challenge: z.string().regex(/^[\w-]{1,128}$/u, 'must be 1 to 128 letters, digits, - or _'),
    }),
    replies: { 200: z.object({ proof: z.string() }) },
  },
  {
    id: 'shutdown',
    method: 'POST',
    path: '/v1/shutdown',
    summary:
      'Stop the supervisor; refused while sessions run, unless told to close or to leave them.',
    body: shutdownBodySchema.optional(),
    bodyName: 'The request',
    replies: { 202: z.object({ closing: z.int(), leaving: z.int() }) },
  },
] as const satisfies readonly Route[];

type ControlRoutes = (typeof controlRoutes)[number];
export type ControlRouteId = ControlRoutes['id'];
export type ControlRow<Id extends ControlRouteId> = Extract<ControlRoutes, { id: Id }>;

export const controlRow = <Id extends ControlRouteId>(id: Id): ControlRow<Id> => {
  const row = controlRoutes.find((one): one is ControlRow<Id> => one.id === id);
  if (row === undefined) throw new Error(`There is no route ${id}.`);
  return row;
};
