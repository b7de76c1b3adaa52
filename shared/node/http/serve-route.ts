import type { Request, Response } from 'express';
import { GalleyError } from '../../errors.ts';
import type { Method, Route, RoutePath } from '../../session/route.ts';
import { hasBody, readJson } from './read-json.ts';
import { sendReply, type Reply } from './reply.ts';

/** The body is parsed JSON, undefined where none was sent; the handler parses it with its schema. */
export type Handler = (
  request: Request,
  response: Response,
) => Reply | undefined | Promise<Reply | undefined>;

export interface ApiRoute {
  readonly route: RoutePath & Partial<Pick<Route, 'body'>>;
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
  const methods = new Map(rows.map((row) => [row.route.method, row]));
  return async (request, response) => {
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
    authorize(request, row.route);
    if (takesBody(row) && hasBody(request)) request.body = await readJson(request, bodyBytes);
    const reply = await row.handler(request, response);
    if (reply !== undefined) sendReply(response, reply);
  };
};

const takesBody = ({ route }: ApiRoute): boolean => route.takesBody ?? route.body !== undefined;
