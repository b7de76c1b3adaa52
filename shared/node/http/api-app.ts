import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { GalleyError } from '../../errors.ts';
import { guardCommand, guardRequest, guardUpload, type GuardPolicy } from '../../request-guard.ts';
import type { RoutePath } from '../../session/route.ts';
import type { Logger } from '../logger.ts';
import { setApiHeaders } from './api-headers.ts';
import { besideExpress } from './direct-path.ts';
import { logWhenClosed } from './request-log.ts';
import { answerError } from './send-reply.ts';
import { serveRoutes, type ApiRoute } from './serve-route.ts';

interface ApiAppOptions {
  readonly routes: readonly ApiRoute[];
  /** Path prefixes of the API: unknown paths below them get a JSON error. */
  readonly prefixes: readonly string[];
  readonly guard: GuardPolicy;
  /** Maps a URL to the path the guard checks, if the API is not at the root; throws to refuse. */
  readonly guardedPath?: (url: string) => string;
  readonly bodyBytes: number;
  readonly logger: Logger;
  /** Runs after the guard and before the route; throws to refuse. */
  readonly authorize?: (request: IncomingMessage, route: RoutePath) => void;
  /** Handles everything outside the API: the pages. */
  readonly pages?: RequestHandler;
  /** A path whose routes bypass Express. */
  readonly directPath?: string;
}

/** Creates an HTTP server from a route table, with the guard, logging and uniform errors. */
export const createApiApp = (options: ApiAppOptions): RequestListener => {
  const { prefixes, pages, logger, directPath } = options;
  const app = createExpress();
  const admit = admitBy(options);
  app.use((request, response, next) => {
    admit(request, response, () => String(response.locals['route'] ?? 'other'));
    next();
  });
  const serving = { ...options, authorize: authorizeBy(options) };
  for (const [path, rows] of byPath(options.routes)) {
    const serve = serveRoutes(rows, serving);
    // Not `app.all`, which adds a layer for each of the 34 methods: 1 MB for a session's routes.
    app.route(expressPath(path)).all((request, response) => {
      response.locals['route'] = path;
      const { params, query } = request;
      return serve(request, response, { params, query });
    });
  }
  for (const prefix of prefixes) app.use(prefix, nothingThere);
  if (pages !== undefined) app.use(pages);
  app.use(nothingThere, answerErrors(logger));
  if (directPath === undefined) return app;
  const rows = options.routes.filter(({ route }) => route.path === directPath);
  const serve = serveRoutes(rows, serving);
  return besideExpress(app, {
    path: directPath,
    admit,
    serve: (request, response) => serve(request, response, { params: {}, query: {} }),
    answerFailure: answerError(logger),
  });
};

/** A `{rest}` is any number of segments. */
const expressPath = (path: string): string =>
  path.replace(/\{rest\}$/u, '{*rest}').replaceAll(/\{(\w+)\}/gu, ':$1');

/** Express without default headers, and with strict paths. */
export const createExpress = (): express.Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  return app;
};

/** Express error handler. */
export const answerErrors = (logger: Logger): ErrorRequestHandler => {
  const answerFailure = answerError(logger);
  // oxlint-disable-next-line max-params
  return (thrown: unknown, request, response, _next) => {
    if (!response.headersSent) setApiHeaders(response);
    answerFailure(thrown, request, response);
  };
};

/** @throws GalleyError `not_found` */
export const nothingThere = (): never => {
  throw new GalleyError('not_found', 'There is nothing at this path.');
};

/** Runs before all routes: logging, headers and the guard. */
const admitBy =
  ({ guard, guardedPath = (url) => url, logger }: ApiAppOptions) =>
  (request: IncomingMessage, response: ServerResponse, route: () => string): void => {
    const { method = '', url = '', headers, rawHeaders } = request;
    logWhenClosed(logger, { method, response, route });
    setApiHeaders(response);
    guardRequest({ method, target: guardedPath(url), headers, rawHeaders }, guard);
  };

const byPath = (rows: readonly ApiRoute[]): Map<string, ApiRoute[]> => {
  const paths = new Map<string, ApiRoute[]>();
  for (const row of rows) paths.set(row.route.path, [...(paths.get(row.route.path) ?? []), row]);
  return paths;
};

const authorizeBy =
  ({ guard, authorize }: ApiAppOptions) =>
  (request: IncomingMessage, route: ApiRoute['route']): void => {
    if (route.runsCommands === true) guardCommand(request, guard);
    if (route.handlerReads === 'upload') guardUpload(request);
    authorize?.(request, route);
  };
