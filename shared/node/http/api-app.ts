import express, { type Request, type RequestHandler } from 'express';
import { GalleyError } from '../../errors.ts';
import { guardRequest, type GuardPolicy } from '../../request-guard.ts';
import type { RoutePath } from '../../session/route.ts';
import type { Logger } from '../logger.ts';
import { setApiHeaders } from './api-headers.ts';
import { guardCommand } from './guard-command.ts';
import { logWhenClosed } from './request-log.ts';
import { answerError } from './send-reply.ts';
import { serveRoutes, type ApiRoute } from './serve-route.ts';

interface ApiAppOptions {
  readonly routes: readonly ApiRoute[];
  /** Paths that begin with one of these belong to the API: what is unknown there is told in JSON. */
  readonly prefixes: readonly string[];
  readonly guard: GuardPolicy;
  /** The path that the guard judges, where the API does not stand at the root; throws to refuse. */
  readonly guardedPath?: (url: string) => string;
  readonly bodyBytes: number;
  readonly logger: Logger;
  /** Checked after the guard and before the route; throws to refuse. */
  readonly authorize?: (request: Request, route: RoutePath) => void;
  /** Answers what is outside of the API: the pages. */
  readonly pages?: RequestHandler;
}

/** An HTTP server made of a table of routes, with the guard, the log and the one shape of errors around it. */
export const createApiApp = (options: ApiAppOptions): express.Express => {
  const { prefixes, pages, logger, bodyBytes } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.use(admit(options));
  const authorize = authorizeBy(options);
  for (const [path, rows] of byPath(options.routes))
    app.all(path.replaceAll(/\{(\w+)\}/gu, ':$1'), serveRoutes(rows, { bodyBytes, authorize }));
  for (const prefix of prefixes) app.use(prefix, nothingThere);
  if (pages !== undefined) app.use(pages);
  app.use(nothingThere, answerErrors(logger));
  return app;
};

/** Express knows an error handler by its four parameters. */
export const answerErrors = (logger: Logger): express.ErrorRequestHandler => {
  const answerFailure = answerError(logger);
  // oxlint-disable-next-line max-params
  return (thrown: unknown, request, response, _next) => answerFailure(thrown, request, response);
};

/** @throws GalleyError `not_found` */
export const nothingThere = (): never => {
  throw new GalleyError('not_found', 'There is nothing at this path.');
};

/** What comes before all routes: the log, the headers and the guard. */
const admit =
  ({ guard, guardedPath = (url) => url, logger }: ApiAppOptions): RequestHandler =>
  (request, response, next) => {
    const { method, url, headers, rawHeaders } = request;
    const route = () => String(response.locals['route'] ?? 'other');
    logWhenClosed(logger, { method, response, route });
    setApiHeaders(response);
    guardRequest({ method, target: guardedPath(url), headers, rawHeaders }, guard);
    next();
  };

const byPath = (rows: readonly ApiRoute[]): Map<string, ApiRoute[]> => {
  const paths = new Map<string, ApiRoute[]>();
  for (const row of rows) paths.set(row.route.path, [...(paths.get(row.route.path) ?? []), row]);
  return paths;
};

const authorizeBy =
  ({ guard, authorize }: ApiAppOptions) =>
  (request: Request, route: RoutePath): void => {
    if (route.runsCommands === true) guardCommand(request, guard);
    authorize?.(request, route);
  };
