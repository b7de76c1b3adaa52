import type { RequestListener, Server } from 'node:http';
import express, { type Request, type Response, type NextFunction } from 'express';
import { createApiApp, nothingThere } from '../../shared/node/http/api-app.ts';
import type { Logger } from '../../shared/node/logger.ts';
import { pageHandler } from '../../shared/node/page/page-handler.ts';
import type { GuardPolicy } from '../../shared/request-guard.ts';
import { htmlHeaders, htmlPage } from '../gateway/pages.ts';
import { endedApi, type EndedContext } from './ended-handlers.ts';
import { closeServer, listen } from '../../shared/node/http/listen.ts';

export interface EndedOptions extends EndedContext {
  readonly logger: Logger;
}

/** No route takes a body. */
const bodyBytes = 1024;

// Matched as text: a target that would only match after decoding or resolving does not count.
const reviewTarget = /^\/[0-9a-hjkmnp-tv-z]{12}(\/.*)$/su;

/** The pages of ended reviews, each below a path with its id, with read-only routes served from files alone. */
export const createEndedApp = (
  { logger, ...context }: EndedOptions,
  guard: GuardPolicy,
): RequestListener => {
  const page = pageHandler({ folder: context.pageFolder });
  const pages = express.Router();
  pages.use('/:id', async (request: Request<{ id: string }>, response, next) => {
    const isMissing =
      request.path === '/' && (await context.reviews.find(request.params.id)) === undefined;
    return isMissing ? sendMissing(request, response, next) : page(request, response, next);
  });
  return createApiApp({
    routes: endedApi(context),
    prefixes: ['/:id/api'],
    guard,
    guardedPath: (url) => reviewTarget.exec(url)?.[1] ?? nothingThere(),
    bodyBytes,
    logger,
    pages,
  });
};

/** An explanation for people who follow an old link. */
const sendMissing = (
  { method }: Pick<Request, 'method'>,
  response: Response,
  next: NextFunction,
): void => {
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

const host = '127.0.0.1';
const local = { isRemote: false, hostNames: [] };

/**
 * The server of ended reviews on loopback. It has its own port and thus its own origin: reviewed content is hostile and
 * must not share one with the control API and the dashboard. Starts to listen on first use.
 */
export class EndedServer {
  readonly #options: EndedOptions;
  #listening: Promise<{ readonly server: Server; readonly port: number }> | undefined;

  constructor(options: EndedOptions) {
    this.#options = options;
  }

  /** The URL of a review. @throws GalleyError if it cannot listen; the next call retries */
  async addressOf(id: string): Promise<string> {
    this.#listening ??= listen({ handler: createEndedApp(this.#options, local), host, port: 0 });
    try {
      return `http://${host}:${(await this.#listening).port}/${id}/`;
    } catch (error) {
      this.#listening = undefined;
      throw error;
    }
  }

  /** Closes the server after a short grace period for requests in flight. */
  async close(): Promise<void> {
    const listening = await this.#listening?.catch(() => undefined);
    if (listening !== undefined) await closeServer(listening.server);
  }
}
