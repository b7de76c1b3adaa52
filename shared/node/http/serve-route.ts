import type { IncomingMessage, ServerResponse } from 'node:http';
import { GalleyError } from '../../errors.ts';
import type { Method, Route, RoutePath } from '../../session/route.ts';
import type { Input } from './parse-input.ts';
import { assertPlainJson, hasBody, readJson } from './read-json.ts';
import type { Reply } from './reply.ts';
import { sendReply } from './send-reply.ts';

/** Handles a request; anything it throws becomes an error response. */
export type Handler<Given = Input> = (input: Given) => Reply | Promise<Reply>;

/** A row of a route table with its handler, which takes the request before it is parsed by the row's schemas. */
export interface ApiRoute {
  readonly route: RoutePath & Partial<Pick<Route, 'handlerReads'>>;
  readonly handler: Handler;
}

interface ServeOptions {
  /** Maximum size of a body. */
  readonly bodyBytes: number;
  /** Throws to refuse. */
  readonly authorize: (request: IncomingMessage, route: RoutePath) => void;
}

/** The router's matches in the request target. */
type Target = Pick<Input, 'params' | 'query'>;

type ServePath = (
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
) => Promise<void>;

/** Serves the routes of one path; the caller turns what it throws into a response. */
export const serveRoutes = (
  rows: readonly ApiRoute[],
  { bodyBytes, authorize }: ServeOptions,
): ServePath => {
  const methods = new Map<string, ApiRoute>(rows.map((row) => [row.route.method, row]));
  return async (request, response, target) => {
    const { method = '' } = request;
    const row = methods.get(method === 'HEAD' ? 'GET' : method);
    if (row === undefined) {
      const allow = [...methods.keys()].join(', ');
      response.setHeader('Allow', allow);
      throw new GalleyError('method_not_allowed', `This path answers ${allow}, not ${method}.`);
    }
    authorize(request, row.route);
    const body = await bodyOf(request, row.route, bodyBytes);
    await sendReply(response, await row.handler(new Exchange(response, target, body)));
  };
};

const withBody: ReadonlySet<Method> = new Set(['POST', 'PUT', 'PATCH']);

const bodyOf = (
  request: IncomingMessage,
  { method, handlerReads }: ApiRoute['route'],
  bodyBytes: number,
): unknown => {
  const isSent = withBody.has(method) && hasBody(request);
  if (handlerReads !== 'bytes') return isSent ? readJson(request, bodyBytes) : undefined;
  if (isSent) assertPlainJson(request);
  return request;
};

/** A request before parsing. */
class Exchange implements Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly #response: ServerResponse;
  #signal: AbortSignal | undefined;

  constructor(response: ServerResponse, { params, query }: Target, body: unknown) {
    this.params = params;
    this.query = query;
    this.body = body;
    this.#response = response;
  }

  get headers(): unknown {
    return this.#response.req.headers;
  }

  get signal(): AbortSignal {
    return (this.#signal ??= untilClosed(this.#response));
  }
}

const untilClosed = (response: ServerResponse): AbortSignal => {
  if (response.destroyed) return AbortSignal.abort();
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
};
