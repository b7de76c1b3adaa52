import { empty, json, stream, text, type Reply } from '../../shared/node/http/reply.ts';
import {
  parseInput,
  type ApiRoute,
  type Handler,
  type InputOf,
} from '../../shared/node/http/serve-route.ts';
import type { EventHub } from '../../shared/node/http/event-hub.ts';
import { proofOf } from '../../shared/node/hello.ts';
import { controlRoutes, controlSchemas } from '../../shared/supervisor/control-routes.ts';
import type { ControlRouteId } from '../../shared/supervisor/control-targets.ts';
import type { ControlEvent, Status } from '../../shared/supervisor/status.ts';
import { GalleyError } from '../../shared/errors.ts';
import type { Decisions } from '../sessions/decisions.ts';
import { viewOf } from '../../shared/session/session-view.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { WorkerMemoryReader } from '../workers/worker-memory.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import { metricsText } from './status.ts';
import { withOpening } from './opening-body.ts';

interface ControlContext {
  readonly sessions: Sessions;
  readonly decisions: Decisions;
  readonly events: EventHub<ControlEvent>;
  readonly status: () => Promise<Status>;
  readonly memory: WorkerMemoryReader;
  readonly nonce: string;
  readonly threads: ThreadPool;
  /** Where to put request bodies that are too large for memory. */
  readonly spoolFolder: string;
  /** Starts to stop the supervisor; returns at once. */
  readonly shutdown: (request: StopRequest) => void;
}

/** The longest timer possible: a launching process may wait for days, and stops by disconnecting. */
const untilDecidedMs = 2 ** 31 - 1;

type ControlInput<Id extends ControlRouteId> = InputOf<(typeof controlSchemas)[Id]>;
type ControlHandler<Id extends ControlRouteId> = Handler<ControlInput<Id>>;
type ControlHandlers = { readonly [Id in ControlRouteId]: ControlHandler<Id> };

/** The routes of the control API with their handlers. */
export const controlApi = (context: ControlContext): ApiRoute[] => {
  const handlers = controlHandlers(context);
  return controlRoutes.map((route) => ({ route, handler: serve(route.id, handlers) }));
};

const serve = <Id extends ControlRouteId>(id: Id, handlers: Pick<ControlHandlers, Id>): Handler => {
  const handler: ControlHandler<Id> = handlers[id];
  return (input) => handler(parseInput(controlSchemas[id], input));
};

const controlHandlers = (context: ControlContext): ControlHandlers => ({
  openSession: (input) => openSession(context, input),
  listSessions: () => json({ sessions: context.sessions.records().map(viewOf) }),
  getSession: ({ params: { id } }) => json(viewOf(context.sessions.get(id).record)),
  getDecision: ({ params: { id }, query: { wait = 0 }, signal }) =>
    decisionReply(context, { id, timeoutMs: Number(wait) * 1000, signal }),
  detachSession: async ({ params: { id } }) => json(viewOf(await context.sessions.detach(id))),
  getChange: async ({ query, signal }) =>
    json(await context.threads.run({ task: 'change-state', ...query }, { signal })),
  closeSession: async ({ params: { id } }) =>
    json(await context.sessions.close(id, 'It was closed on request.')),
  streamEvents: () => stream(context.events),
  getStatus: async ({ query: { workers } }) => {
    const status = await context.status();
    return json(
      workers === undefined ? status : { ...status, workers: await context.memory.read() },
    );
  },
  getMetrics: async () => {
    const status = await context.status();
    return text(metricsType, () => [metricsText(status)]);
  },
  hello: ({ query: { challenge } }) => json({ proof: proofOf(challenge, context.nonce) }),
  shutdown: ({ body }) => shutdown(context, body),
});

const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

const openSession = async (
  context: ControlContext,
  { query: { wait }, headers, body, signal }: ControlInput<'openSession'>,
): Promise<Reply> => {
  const { spoolFolder: folder, threads } = context;
  const record = await withOpening(body, { folder, threads }, (opening) =>
    context.sessions.open(opening, headers['idempotency-key']),
  );
  if (wait === undefined) return json(viewOf(record), 201);
  return decisionReply(context, { id: record.id, timeoutMs: untilDecidedMs, signal });
};

interface Waiting {
  readonly id: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Replies with the decision once there is one; 204 on timeout. */
const decisionReply = async (
  { sessions, decisions }: ControlContext,
  { id, timeoutMs, signal }: Waiting,
): Promise<Reply> => {
  const disconnect = sessions.connect(id);
  if (signal.aborted) disconnect();
  else signal.addEventListener('abort', disconnect, { once: true });
  if (!(await sessions.awaitDecision(id, { timeoutMs, signal }))) return empty(204);
  // A client that disconnects midway has not collected the decision, and can ask again.
  return text(
    'application/json; charset=utf-8',
    () => decisions.read(id),
    () => decisions.markCollected(id, new Date()),
  );
};

const shutdown = (
  { sessions, shutdown: begin }: ControlContext,
  { force = false, leave = false }: ControlInput<'shutdown'>['body'] = {},
): Reply => {
  const { size } = sessions;
  if (size > 0 && !force && !leave)
    throw new GalleyError(
      'sessions_running',
      `${size} ${size === 1 ? 'session runs' : 'sessions run'}. Close them first, leave them to the next supervisor (--leave), or close them without a decision (--force).`,
    );
  begin({ reason: 'The supervisor was told to stop.', isLeaving: leave });
  return json({ closing: leave ? 0 : size, leaving: leave ? size : 0 }, 202);
};

/** Why the supervisor stops, and what happens to running sessions. */
export interface StopRequest {
  readonly reason: string;
  /** True: sessions keep running and the next supervisor adopts them. False: they are closed. */
  readonly isLeaving: boolean;
}
