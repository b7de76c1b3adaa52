import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import { GalleyError } from '../../errors.ts';
import { parseWith } from '../../parse.ts';
import type { InputSchemas, Method, Route, RoutePath, RouteSchemas } from '../../session/route.ts';
import { assertPlainJson, assertUncoded, hasBody, readJson } from './read-json.ts';
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
  readonly authorize: (request: IncomingMessage, route: ApiRoute['route']) => void;
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
  if (handlerReads === 'upload') {
    assertUncoded(request);
    return request;
  }
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

/** A request as its handler gets it. */
interface Input<Params = unknown, Query = unknown, Headers = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly headers: Headers;
  /** Undefined if there was none. */
  readonly body: Body;
  /** Aborted when the exchange is over: the response has been sent, or the client has disconnected. */
  readonly signal: AbortSignal;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;

type BodyOf<Row> = Row extends { handlerReads: infer Reads }
  ? Reads extends 'bytes' | 'upload'
    ? AsyncIterable<Uint8Array>
    : unknown
  : Row extends { body: infer Schema }
    ? Parsed<Schema>
    : unknown;

/** The handler input for a row. */
export type InputOf<Row> = Input<
  Row extends { params: infer Schema } ? Parsed<Schema> : unknown,
  Row extends { query: infer Schema } ? Parsed<Schema> : unknown,
  Row extends { headers: infer Schema } ? Parsed<Schema> : unknown,
  BodyOf<Row>
>;

/**
 * Parses a request by the schemas of its row, or by those alone of what it takes.
 * @throws GalleyError `invalid_request`
 */
export function parseInput<Row extends RouteSchemas>(
  row: Row | InputSchemas,
  raw: Input,
): InputOf<Row>;
export function parseInput(row: InputSchemas, raw: Input): Input {
  const bodySchema = row.handlerReads === undefined ? row.body : undefined;
  if ((row.params ?? row.query ?? row.headers ?? bodySchema) === undefined) return raw;
  return {
    params: parsePart(row.params, raw.params, 'The path'),
    query: parsePart(row.query, raw.query, 'The query'),
    headers: parsePart(row.headers, raw.headers, 'The header'),
    body: parsePart(bodySchema, raw.body, row.bodyName ?? 'The request'),
    // Created lazily.
    get signal() {
      return raw.signal;
    },
  };
}

const parsePart = (schema: z.ZodType | undefined, value: unknown, what: string): unknown =>
  schema === undefined ? value : parseWith(schema, value, { what });
