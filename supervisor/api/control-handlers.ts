import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Reply } from '../../shared/node/http/reply.ts';
import type { Handler } from '../../shared/node/http/serve-route.ts';
import type { EventHub } from '../../shared/node/http/event-hub.ts';
import { proofOf } from '../../shared/node/hello.ts';
import { parseWith } from '../../shared/parse.ts';
import type { ControlRouteId } from '../../shared/supervisor/control-routes.ts';
import {
  shutdownBodySchema,
  type ControlEvent,
  type Status,
} from '../../shared/supervisor/status.ts';
import { GalleyError } from '../../shared/errors.ts';
import { changeQuerySchema } from '../../shared/supervisor/change-state.ts';
import type { Decisions } from '../sessions/decisions.ts';
import { viewOf } from '../../shared/session/session-view.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { StopRequest } from '../stop-request.ts';
import type { MemoryOfWorkers } from '../workers/worker-memory.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import { metricsText } from './metrics.ts';
import { withOpening } from './opening-body.ts';

export interface ControlContext {
  readonly sessions: Sessions;
  readonly decisions: Decisions;
  readonly events: EventHub<ControlEvent>;
  readonly status: () => Promise<Status>;
  readonly memory: MemoryOfWorkers;
  readonly nonce: string;
  readonly threads: ThreadPool;
  /** Where a request that is too large to be held is put while it is read. */
  readonly spoolFolder: string;
  /** Begins to stop the supervisor; returns at once. */
  readonly shutdown: (request: StopRequest) => void;
}

const maxWaitSeconds = 60;
/** A launching process may wait for days; the connection's end is what stops it. */
const untilDecidedMs = 2 ** 31 - 1;

const idOf = (request: Request): string => String(request.params['id']);

/** What answers each route of the control API. */
export const controlHandlers = (context: ControlContext): Record<ControlRouteId, Handler> => ({
  openSession: (request, response) => openSession(context, request, response),
  listSessions: () => ({ status: 200, body: { sessions: context.sessions.records().map(viewOf) } }),
  getSession: (request) => ({
    status: 200,
    body: viewOf(context.sessions.get(idOf(request)).record),
  }),
  getDecision: (request, response) =>
    sendDecision(context, { id: idOf(request), timeoutMs: waitOf(request) }, response),
  detachSession: async (request) => ({
    status: 200,
    body: viewOf(await context.sessions.detach(idOf(request))),
  }),
  getChange: (request, response) => getChange(context, request, response),
  closeSession: async (request) => ({
    status: 200,
    body: await context.sessions.close(idOf(request), 'The session was closed on request.'),
  }),
  streamEvents: (request, response) => {
    context.events.open(request, response);
    return undefined;
  },
  getStatus: (request) => getStatus(context, request),
  getMetrics: async (_request, response) => {
    const status = await context.status();
    response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
    response.end(metricsText(status));
    return undefined;
  },
  hello: (request) => {
    const challenge = request.query['challenge'];
    if (typeof challenge !== 'string' || !/^[\w-]{1,128}$/u.test(challenge))
      throw new GalleyError(
        'invalid_request',
        'challenge must be 1 to 128 letters, digits, - or _.',
      );
    return { status: 200, body: { proof: proofOf(challenge, context.nonce) } };
  },
  shutdown: (request) => shutdown(context, request),
});

const openSession = async (
  context: ControlContext,
  request: Request,
  response: Response,
): Promise<Reply | undefined> => {
  const { wait } = request.query;
  if (wait !== undefined && wait !== 'decision')
    throw new GalleyError('invalid_request', 'wait must be "decision", or be left out.');
  const key = idempotencyKeyOf(request);
  const { spoolFolder: folder, threads } = context;
  const record = await withOpening(request, { folder, threads }, (opening) =>
    context.sessions.open(opening, key),
  );
  if (wait === undefined) return { status: 201, body: viewOf(record) };
  return sendDecision(context, { id: record.id, timeoutMs: untilDecidedMs }, response);
};

const getChange = async (
  { threads }: ControlContext,
  { query }: Request,
  response: Response,
): Promise<Reply> => {
  const wanted = parseWith(changeQuerySchema, query, { what: 'The query' });
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const { signal } = gone;
  return { status: 200, body: await threads.run({ task: 'change-state', ...wanted }, { signal }) };
};

const getStatus = async ({ status, memory }: ControlContext, request: Request): Promise<Reply> => {
  const { workers } = request.query;
  if (workers !== undefined && workers !== 'memory')
    throw new GalleyError('invalid_request', 'workers must be "memory", or be left out.');
  const body = await status();
  return {
    status: 200,
    body: workers === undefined ? body : { ...body, workers: await memory.read() },
  };
};

const idempotencyKeyOf = (request: Request): string | undefined => {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\w-]{8,100}$/u.test(key)) return key;
  throw new GalleyError(
    'invalid_request',
    'Idempotency-Key must be 8 to 100 letters, digits, - or _.',
  );
};

const waitOf = (request: Request): number => {
  const { wait } = request.query;
  if (wait === undefined) return 0;
  const seconds = typeof wait === 'string' && /^\d{1,3}$/u.test(wait) ? Number(wait) : Number.NaN;
  if (!(seconds <= maxWaitSeconds))
    throw new GalleyError(
      'invalid_request',
      `wait must be a number of seconds, 0 to ${maxWaitSeconds}.`,
    );
  return seconds * 1000;
};

/** Answers with the decision, as soon as there is one; 204 where there is none in time. */
const sendDecision = async (
  { sessions, decisions }: ControlContext,
  { id, timeoutMs }: { id: string; timeoutMs: number },
  response: Response,
): Promise<Reply | undefined> => {
  const gone = new AbortController();
  const disconnect = sessions.connect(id);
  response.on('close', () => {
    gone.abort();
    disconnect();
  });
  if (!(await sessions.awaitDecision(id, { timeoutMs, signal: gone.signal })))
    return { status: 204 };
  if (gone.signal.aborted) return undefined;
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' });
  try {
    await pipeline(decisions.read(id), response);
  } catch (error) {
    // Whoever asked went away in the middle: it is not collected, and can be asked for again.
    if (gone.signal.aborted) return undefined;
    throw error;
  }
  // Who asked for the head alone has nothing yet.
  if (response.req.method !== 'HEAD') await decisions.markCollected(id, new Date());
  return undefined;
};

const shutdown = ({ sessions, shutdown: begin }: ControlContext, request: Request): Reply => {
  const { force = false, leave = false } = parseWith(shutdownBodySchema, request.body ?? {}, {
    what: 'The request',
  });
  const { size } = sessions;
  if (size > 0 && !force && !leave)
    throw new GalleyError(
      'sessions_running',
      `${size} ${size === 1 ? 'session runs' : 'sessions run'}. Close them first, leave them to the next supervisor, or force it: they are closed without a decision then.`,
    );
  begin({ reason: 'The supervisor was told to stop.', isLeaving: leave });
  return { status: 202, body: { closing: leave ? 0 : size, leaving: leave ? size : 0 } };
};
