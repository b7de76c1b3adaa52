import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Request } from 'express';
import { createApiApp } from '../shared/node/http/api-app.ts';
import { listen } from '../shared/node/http/listen.ts';
import type { Logger } from '../shared/node/logger.ts';
import { pageHandler } from '../shared/node/page/page-handler.ts';
import type { Decided } from './decision/decision-states.ts';
import type { Preparation, SessionCounts } from '../shared/session/mode.ts';
import { findingsPath } from '../shared/session/session-paths.ts';
import type { WorkerState } from '../shared/supervisor/link-hello.ts';
import type { Assignment, ToWorker } from '../shared/supervisor/worker-messages.ts';
import type { Verdict } from './decision/decision-record.ts';
import type { SessionHooks } from './session-core.ts';
import { assembleSession, routesOf, type SessionParts } from './session-parts.ts';

/** Grace period for requests in flight when the session closes. */
const closeGraceMs = 500;

/** The server keeps running after `onDecided` until `close`. */
interface SessionServerOptions extends SessionHooks {
  readonly logger: Logger;
  /** Called on each `CONNECT`, with which a supervisor adopts this worker. */
  readonly onConnect: (request: IncomingMessage, socket: Socket) => void;
}

/** One session and its HTTP server. */
export class SessionServer {
  readonly port: number;
  readonly #parts: SessionParts;
  readonly #server: Server;
  #isClosing = false;

  private constructor(parts: SessionParts, { server, port }: { server: Server; port: number }) {
    this.port = port;
    this.#parts = parts;
    this.#server = server;
    server.prependListener('request', (_, response) => {
      if (this.#isClosing) response.shouldKeepAlive = false;
    });
  }

  /** @throws GalleyError `worker_failed` if it cannot listen */
  static async open(
    assignment: Assignment,
    { logger, onConnect, ...hooks }: SessionServerOptions,
  ): Promise<SessionServer> {
    const { mode, isRemote, allowedHosts, runsRemoteCommands, limits, files } = assignment;
    const parts = assembleSession(assignment, hooks);
    const page = pageHandler({ folder: () => files.page });
    const app = createApiApp({
      routes: routesOf(mode, parts.handlers),
      directPath: findingsPath,
      prefixes: ['/api'],
      guard: { isRemote, hostNames: allowedHosts, runsRemoteCommands },
      bodyBytes: limits.bodyBytes,
      logger,
      pages: (request, response, next) => {
        if (isPageLoad(request)) parts.content.onPageLoad?.();
        return page(request, response, next);
      },
    });
    const host = isRemote ? '0.0.0.0' : '127.0.0.1';
    return new SessionServer(parts, await listen({ handler: app, host, port: 0, onConnect }));
  }

  get counts(): SessionCounts {
    return this.#parts.counts.current;
  }

  /** The session's state, for an adopting supervisor. */
  get state(): WorkerState {
    const { preparation, gate } = this.#parts;
    return {
      preparation: preparation.current,
      outcome: gate.decision?.outcome ?? null,
      held: gate.held ?? null,
      counts: this.counts,
    };
  }

  /** The content has been prepared, or has failed: notifies the page and unblocks waiting requests. */
  prepared(preparation: Preparation): void {
    this.#parts.content.drop();
    this.#parts.preparation.change(preparation);
    this.#parts.streams.page.broadcast({ type: 'session', preparation });
  }

  /** A derivation has finished or failed. */
  derived(answer: Extract<ToWorker, { type: 'derived' }>): void {
    this.#parts.derivations.derived(answer);
  }

  /** Decides unless the reviewer already has. @throws GalleyError `storage_failed` */
  async end(verdict: Verdict): Promise<void> {
    const decider = await this.#parts.decider();
    await decider.end(verdict);
  }

  /**
   * Ends the streams with a last event, finishes requests in flight and stops listening. Resolves when all connections
   * are closed, after a short grace period at the latest.
   */
  async close({ outcome, reason }: Pick<Decided, 'outcome' | 'reason'>): Promise<void> {
    const { preparation, streams } = this.#parts;
    this.#isClosing = true;
    // Connections that finish a request from now on are not reused.
    this.#server.keepAliveTimeout = 1;
    preparation.release();
    streams.end({ type: 'ended', outcome, ...(reason === undefined ? {} : { reason }) });
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    const grace = setTimeout(() => this.#server.closeAllConnections(), closeGraceMs);
    await closed;
    clearTimeout(grace);
  }
}

/** Browsers mark navigations; a tool that probes the page does not. */
const isPageLoad = ({ path, headers }: Request): boolean =>
  path === '/' && headers['sec-fetch-dest'] === 'document';
