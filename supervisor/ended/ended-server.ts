import type { Server } from 'node:http';
import { closeServer } from '../../shared/node/http/close-server.ts';
import { listen } from '../../shared/node/http/listen.ts';
import { createEndedApp, type EndedOptions } from './ended-app.ts';

const host = '127.0.0.1';
const local = { isRemote: false, hostNames: [] };

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
    this.#listening ??= listen({ handler: createEndedApp(this.#options, local), host, port: 0 });
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
}
