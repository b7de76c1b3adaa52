import type { Request, Response } from 'express';
import { GalleyError } from '../../errors.ts';
import type { Method, Route, RoutePath } from '../../session/route.ts';
import type { Input } from './parse-input.ts';
import { assertPlainJson, hasBody, readJson } from './read-json.ts';
import type { Reply } from './reply.ts';
import { sendReply } from './send-reply.ts';

/** Answers a request; what it throws is answered as an error. */
export type Handler<Given = Input> = (input: Given) => Reply | Promise<Reply>;

/** A row of a table with what answers it: a handler that takes the request before the row's schemas have parsed it. */
export interface ApiRoute {
  readonly route: RoutePath & Partial<Pick<Route, 'handlerReads'>>;
  readonly handler: Handler;
}

interface ServeOptions {
  /** What a body may hold. */
  readonly bodyBytes: number;
  /** Throws to refuse. */
  readonly authorize: (request: Request, route: RoutePath) => void;
}

/** Serves the routes of one path. What it throws is to be answered as an error. */
export const serveRoutes = (
  rows: readonly ApiRoute[],
  { bodyBytes, authorize }: ServeOptions,
): ((request: Request, response: Response) => Promise<void>) => {
  const methods = new Map<string, ApiRoute>(rows.map((row) => [row.route.method, row]));
  return async (request, response) => {
    const row = methods.get(request.method === 'HEAD' ? 'GET' : request.method);
    if (row === undefined) {
      const allow = [...methods.keys()].join(', ');
      response.setHeader('Allow', allow);
      throw new GalleyError(
        'method_not_allowed',
        `This path answers ${allow}, not ${request.method}.`,
      );
    }
    response.locals['route'] = row.route.path;
    authorize(request, row.route);
    const body = await bodyOf(request, row.route, bodyBytes);
    await sendReply(response, await row.handler(new Exchange(request, response, body)));
  };
};

const withBody: ReadonlySet<Method> = new Set(['POST', 'PUT', 'PATCH']);

const bodyOf = (
  request: Request,
  { method, handlerReads }: ApiRoute['route'],
  bodyBytes: number,
): unknown => {
  const isSent = withBody.has(method) && hasBody(request);
  if (handlerReads !== 'bytes') return isSent ? readJson(request, bodyBytes) : undefined;
  if (isSent) assertPlainJson(request);
  return request;
};

/** A request as it came. */
class Exchange implements Input {
  readonly body: unknown;
  readonly #request: Request;
  readonly #response: Response;
  #signal: AbortSignal | undefined;

  constructor(request: Request, response: Response, body: unknown) {
    this.#request = request;
    this.#response = response;
    this.body = body;
  }

  get params(): unknown {
    return this.#request.params;
  }

  get query(): unknown {
    return this.#request.query;
  }

  get headers(): unknown {
    return this.#request.headers;
  }

  get signal(): AbortSignal {
    return (this.#signal ??= untilClosed(this.#response));
  }
}

const untilClosed = (response: Response): AbortSignal => {
  if (response.destroyed) return AbortSignal.abort();
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
};
