import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { closeServer } from '../../shared/node/http/close-server.ts';
import { GalleyError } from '../../shared/errors.ts';
import { setApiHeaders } from '../../shared/node/http/api-headers.ts';
import { listen } from '../../shared/node/http/listen.ts';
import { answerError } from '../../shared/node/http/reply.ts';
import { createEndedApp, type EndedApp, type EndedOptions } from './ended-app.ts';

const host = '127.0.0.1';

/**
 * The server of ended reviews on loopback, each below a path with its id. It has a port of its own, and so an origin of
 * its own: what was reviewed is hostile, and the origin of the control API and the dashboard is not for it. It listens
 * from the first time that somebody wants to look.
 */
export class EndedServer {
  readonly #options: EndedOptions;
  #listening: Promise<{ readonly server: Server; readonly port: number }> | undefined;

  constructor(options: EndedOptions) {
    this.#options = options;
  }

  /** Where a review is looked at. @throws GalleyError where it cannot listen; the next time tries anew */
  async addressOf(id: string): Promise<string> {
    this.#listening ??= listen({ handler: this.#handler(), host, port: 0 });
    try {
      return `http://${host}:${(await this.#listening).port}/${id}/`;
    } catch (error) {
      this.#listening = undefined;
      throw error;
    }
  }

  /** Lets what is on its way be answered for a moment, then cuts it off. */
  async close(): Promise<void> {
    const listening = await this.#listening?.catch(() => undefined);
    if (listening !== undefined) await closeServer(listening.server);
  }

  #handler() {
    const app = createEndedApp(this.#options, { isRemote: false, hostNames: [] });
    const answerFailure = answerError(this.#options.logger);
    return (request: IncomingMessage, response: ServerResponse): void => {
      if (handOn(app, request, response)) return;
      setApiHeaders(response);
      const nothing = new GalleyError('not_found', 'There is nothing at this path.');
      answerFailure(nothing, request, response);
    };
  }
}

// Compared as text: a target that means a review only once it is decoded or resolved means none.
const reviewTarget = /^\/([0-9a-hjkmnp-tv-z]{12})(\/.*)$/su;

const handOn = (app: EndedApp, request: IncomingMessage, response: ServerResponse): boolean => {
  const [, id, path] = reviewTarget.exec(request.url ?? '') ?? [];
  if (id === undefined || path === undefined) return false;
  request.url = path;
  app(id, request, response);
  return true;
};
