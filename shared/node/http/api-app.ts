import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { GalleyError } from '../../errors.ts';
import { guardRequest, type GuardPolicy } from '../../request-guard.ts';
import type { RoutePath } from '../../session/route.ts';
import type { Logger } from '../logger.ts';
import { setApiHeaders } from './api-headers.ts';
import { guardCommand } from './guard-command.ts';
import { logWhenClosed } from './request-log.ts';
import { answerError } from './reply.ts';
import { serveRoutes, type ApiRoute } from './serve-route.ts';

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

type ServePath = ReturnType<typeof serveRoutes>;

/**
 * The listener of an HTTP server made of a table of routes, with the guard, the log and the one shape of errors around
 * it. A path without parameters is looked up by itself; the others, and the pages, are Express's. Its router and the
 * prototypes that it sets on each request would take several times what it takes to store a finding.
 */
export const createApiApp = (options: ApiAppOptions): RequestListener => {
  const { logger, bodyBytes } = options;
  const authorize = authorizeBy(options);
  const direct = new Map<string, ServePath>();
  const matched = new Map<string, ServePath>();
  for (const [path, rows] of byPath(options.routes))
    (path.includes('{') ? matched : direct).set(path, serveRoutes(rows, { bodyBytes, authorize }));
  const answerFailure = answerError(logger);
  const app = createExpress(options, matched);
  return (incoming, outgoing) => {
    const [request, response] = asExpress(incoming, outgoing);
    try {
      const route = () => String(response.locals['route'] ?? 'other');
      logWhenClosed(logger, { method: request.method, response, route });
      admit(request, response, options.guard);
    } catch (error) {
      answerFailure(error, request, response);
      return;
    }
    const [path, query] = splitTarget(request.url);
    const serve = direct.get(path);
    if (serve === undefined) {
      app(request, response);
      return;
    }
    request.query = parseQuery(query);
    serve(request, response).catch((error: unknown) => answerFailure(error, request, response));
  };
};

/** Express adds to Node's objects; what is used here of that is set where Express does not come by. */
const asExpress = (request: IncomingMessage, response: ServerResponse): [Request, Response] => {
  const expressResponse = response as Response;
  expressResponse.locals = {};
  return [request as Request, expressResponse];
};

const splitTarget = (target: string): [string, string] => {
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
};

const byPath = (rows: readonly ApiRoute[]): Map<string, ApiRoute[]> => {
  const paths = new Map<string, ApiRoute[]>();
  for (const row of rows) paths.set(row.route.path, [...(paths.get(row.route.path) ?? []), row]);
  return paths;
};

const createExpress = (
  { prefixes, pages, logger }: ApiAppOptions,
  matched: ReadonlyMap<string, ServePath>,
): express.Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  for (const [path, serve] of matched) app.all(path.replaceAll(/\{(\w+)\}/gu, ':$1'), serve);
  for (const prefix of prefixes) app.use(prefix, unknownPath);
  if (pages !== undefined) app.use(pages);
  const answerFailure = answerError(logger);
  // Express knows an error handler by its four parameters.
  // oxlint-disable-next-line max-params
  app.use(unknownPath, (thrown: unknown, request: Request, response: Response, _next: unknown) =>
    answerFailure(thrown, request, response),
  );
  return app;
};

const unknownPath: RequestHandler = () => {
  throw new GalleyError('not_found', 'There is nothing at this path.');
};

const authorizeBy =
  ({ guard, authorize }: ApiAppOptions) =>
  (request: Request, route: RoutePath): void => {
    if (route.runsCommands === true) guardCommand(request, guard);
    authorize?.(request, route);
  };

/** @throws GalleyError of the guard */
const admit = (request: Request, response: Response, policy: GuardPolicy): void => {
  setApiHeaders(response);
  const { method, url: target, headers, rawHeaders } = request;
  guardRequest({ method, target, headers, rawHeaders }, policy);
};
