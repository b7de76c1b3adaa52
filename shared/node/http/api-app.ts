import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { GalleyError } from '../../errors.ts';
import { guardRequest, type GuardPolicy } from '../../request-guard.ts';
import type { Method, Route, RoutePath } from '../../session/route.ts';
import type { Logger } from '../logger.ts';
import { toGalleyError } from './http-errors.ts';

/** What a handler answers; undefined where it has answered by itself (a stream, a file). */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** The body is parsed JSON, undefined where none was sent; the handler parses it with its schema. */
export type Handler = (
  request: Request,
  response: Response,
) => Reply | undefined | Promise<Reply | undefined>;

export interface ApiRoute {
  readonly route: RoutePath & Partial<Pick<Route, 'request'>>;
  readonly handler: Handler;
}

interface ApiAppOptions {
  readonly routes: readonly ApiRoute[];
  /** Paths that begin with one of these belong to the API: what is unknown there is told in JSON. */
  readonly prefixes: readonly string[];
  readonly guard: GuardPolicy;
  readonly bodyBytes: number;
  readonly logger: Logger;
  /** Checked after the guard and before the route; throws to refuse. */
  readonly authorize?: (request: Request, route: RoutePath) => void;
  /** Answers what is outside of the API: the pages. */
  readonly pages?: RequestHandler;
}

const apiHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;

/** An express application made of a table of routes, with the guard, the log and the one shape of errors around it. */
export const createApiApp = (options: ApiAppOptions): express.Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.use(logRequests(options.logger));
  app.use(guard(options.guard));
  const parseBody = express.json({ limit: options.bodyBytes, strict: false, inflate: false });
  for (const [path, routes] of byPath(options.routes)) {
    const methods = new Map(routes.map((row) => [row.route.method, row]));
    app.all(path, serve(methods, { parseBody, authorize: options.authorize }));
  }
  for (const prefix of options.prefixes) app.use(prefix, unknownPath);
  if (options.pages !== undefined) app.use(options.pages);
  app.use(unknownPath, answerError(options.logger));
  return app;
};

const byPath = (rows: readonly ApiRoute[]): Map<string, ApiRoute[]> => {
  const paths = new Map<string, ApiRoute[]>();
  for (const row of rows) {
    const path = row.route.path.replaceAll(/\{(\w+)\}/gu, ':$1');
    paths.set(path, [...(paths.get(path) ?? []), row]);
  }
  return paths;
};

interface ServeOptions {
  readonly parseBody: RequestHandler;
  readonly authorize: ApiAppOptions['authorize'];
}

const serve =
  (
    methods: ReadonlyMap<Method, ApiRoute>,
    { parseBody, authorize }: ServeOptions,
  ): RequestHandler =>
  async (request, response) => {
    const row = methods.get((request.method === 'HEAD' ? 'GET' : request.method) as Method);
    if (row === undefined) {
      const allow = [...methods.keys()].join(', ');
      response.setHeader('Allow', allow);
      throw new GalleyError(
        'method_not_allowed',
        `This path answers ${allow}, not ${request.method}.`,
      );
    }
    response.locals['route'] = row.route.path;
    authorize?.(request, row.route);
    if (takesBody(row)) await readBody(parseBody, request, response);
    const reply = await row.handler(request, response);
    if (reply !== undefined) sendReply(response, reply);
  };

const takesBody = ({ route }: ApiRoute): boolean => route.takesBody ?? route.request !== undefined;

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

const readBody = async (
  parseBody: RequestHandler,
  request: Request,
  response: Response,
): Promise<void> => {
  if (!hasBody(request)) return;
  if (!/^application\/json\s*(?:;|$)/iu.test(request.headers['content-type'] ?? ''))
    throw new GalleyError(
      'unsupported_media_type',
      'The body must be JSON: send it with the header "Content-Type: application/json".',
    );
  await new Promise<void>((resolve, reject) => {
    parseBody(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(toGalleyError(error));
    });
  });
};

const sendReply = (response: Response, { status, body }: Reply): void => {
  if (body === undefined) {
    response.writeHead(status).end();
    return;
  }
  const bytes = Buffer.from(JSON.stringify(body));
  response
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': bytes.length,
    })
    .end(bytes);
};

const guard =
  (policy: GuardPolicy): RequestHandler =>
  (request, response, next) => {
    for (const [name, value] of Object.entries(apiHeaders)) response.setHeader(name, value);
    const { method, url: target, headers, rawHeaders } = request;
    guardRequest({ method, target, headers, rawHeaders }, policy);
    next();
  };

const unknownPath: RequestHandler = () => {
  throw new GalleyError('not_found', 'There is nothing at this path.');
};

/** One line a request: method, route (never the query), status, milliseconds. */
const logRequests =
  (logger: Logger): RequestHandler =>
  (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const route = String(response.locals['route'] ?? 'other');
      logger.info({ method: request.method, route, status: response.statusCode, ms }, 'request');
    });
    next();
  };

/** Catch-all of HTTP: every error has the one shape, and never a stack trace. */
const answerError =
  (logger: Logger): ErrorRequestHandler =>
  // Express knows an error handler by its four parameters.
  // oxlint-disable-next-line max-params
  (thrown: unknown, request, response, _next) => {
    const error = toGalleyError(thrown);
    if (error.status >= 500)
      logger.error({ err: error.cause ?? error, code: error.code }, 'request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    // The rest of a body that nobody will read: the connection cannot be used again.
    if (!request.complete) response.setHeader('Connection', 'close');
    sendReply(response, { status: error.status, body: error.toBody() });
  };
