import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { createApiApp } from '../../shared/node/http/api-app.ts';
import type { Logger } from '../../shared/node/logger.ts';
import { pageHandler } from '../../shared/node/page/page-handler.ts';
import type { GuardPolicy } from '../../shared/request-guard.ts';
import { endedPaths } from '../../shared/session/ended-paths.ts';
import { htmlHeaders, htmlPage } from '../gateway/html.ts';
import { endedHandlers, type EndedContext } from './ended-handlers.ts';

export interface EndedOptions extends EndedContext {
  /** Folder of the review page, where it is now. */
  readonly pageFolder: () => string;
  readonly logger: Logger;
}

/** Answers a request for an ended review: its id, and the request with the path below that. */
export type EndedApp = (id: string, request: IncomingMessage, response: ServerResponse) => void;

/** No route takes a body. */
const bodyBytes = 1024;

/** The pages of ended reviews and what they ask for, from files alone; nothing here changes anything. */
export const createEndedApp = (
  { pageFolder, logger, ...context }: EndedOptions,
  guard: GuardPolicy,
): EndedApp => {
  // Not part of the path, so that the guard judges what is asked of the review.
  const ids = new WeakMap<IncomingMessage, string>();
  const idOf = (request: IncomingMessage): string => ids.get(request) ?? '';
  const handlers = endedHandlers(context, idOf);
  const page = pageHandler({ folder: pageFolder });
  const app = createApiApp({
    routes: endedPaths.map((route) => ({ route, handler: handlers[route.id] })),
    prefixes: ['/api'],
    guard,
    bodyBytes,
    logger,
    pages: async (request, response, next) => {
      const isMissing =
        request.path === '/' && (await context.reviews.find(idOf(request))) === undefined;
      return isMissing ? sendMissing(request, response, next) : page(request, response, next);
    },
  });
  return (id, request, response) => {
    ids.set(request, id);
    app(request, response);
  };
};

/** In words for who has followed an old link. */
const sendMissing: RequestHandler = ({ method }, response, next) => {
  if (method !== 'GET') {
    next();
    return;
  }
  const html = htmlPage({
    title: 'This review is not kept any more',
    body: '<p>An ended review can be looked at until a day after its decision was collected.</p>',
  });
  response.writeHead(404, { ...htmlHeaders, 'Content-Length': Buffer.byteLength(html) });
  response.end(html);
};
