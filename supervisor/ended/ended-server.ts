import type { Server } from 'node:http';
import { closeServer } from '../../shared/node/http/close-server.ts';
import { listen } from '../../shared/node/http/listen.ts';
import { createEndedApp, type EndedOptions } from './ended-app.ts';

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
