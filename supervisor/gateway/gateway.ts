import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { GalleyError } from '../../shared/errors.ts';
import { setApiHeaders } from '../../shared/node/http/api-headers.ts';
import { closeServer } from '../../shared/node/http/close-server.ts';
import { listen } from '../../shared/node/http/listen.ts';
import { answerError } from '../../shared/node/http/send-reply.ts';
import { logWhenClosed } from '../../shared/node/http/request-log.ts';
import type { Logger } from '../../shared/node/logger.ts';
import { guardRequest } from '../../shared/request-guard.ts';
import { dashboardPath, sessionsAtHeader } from '../../shared/supervisor/dashboard.ts';
import type { SessionRecord } from '../../shared/session/session.ts';
import { listPage, missingPage } from './gateway-pages.ts';
import { parseTarget, type GatewayTarget } from './gateway-target.ts';
import { htmlHeaders } from './html.ts';
import { SessionProxy } from './session-proxy.ts';

interface GatewayOptions {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Names that are answered besides loopback names and IP literals. */
  readonly hostNames: readonly string[];
  readonly logger: Logger;
  /** The running sessions, oldest first. */
  readonly sessions: () => readonly SessionRecord[];
  /** The dashboard, asked for paths below its own. */
  readonly dashboard: RequestListener;
  readonly ended: {
    /** Whether the review has ended and is kept. */
    readonly has: (id: string) => Promise<boolean>;
    /** Answers for one that is, asked for a path that begins with its id. */
    readonly app: RequestListener;
  };
}

const maxConnections = 4096;
const reloadSeconds = 10;

/**
 * The one port of remote mode: the dashboard, a plain list of the open sessions at `/list`, and each session under
 * `/s/ID/`. It hands on to the servers of the sessions and to nothing else; of the control API it has what the dashboard
 * needs, for the dashboard's token alone.
 */
export class Gateway {
  readonly port: number;
  readonly #server: Server;
  readonly #proxy: SessionProxy;

  private constructor(listening: { server: Server; port: number }, proxy: SessionProxy) {
    this.port = listening.port;
    this.#server = listening.server;
    this.#proxy = proxy;
  }

  /** @throws GalleyError `port_in_use`, `worker_failed` where it cannot listen */
  static async open(options: GatewayOptions): Promise<Gateway> {
    const proxy = new SessionProxy();
    const { host, port } = options;
    const handler = answerWith(options, proxy);
    const listening = await listen({ handler, host, port, maxConnections }).catch(
      (cause: unknown) => {
        throw portError(port, cause);
      },
    );
    return new Gateway(listening, proxy);
  }

  /** Lets what is on its way be answered for a moment, then cuts it off. */
  async close(): Promise<void> {
    await closeServer(this.#server);
    await this.#proxy.close();
  }
}

const portError = (port: number, cause: unknown): unknown =>
  cause instanceof GalleyError && cause.code === 'port_in_use'
    ? new GalleyError(
        'port_in_use',
        `Remote mode needs port ${port} for its gateway, and another program uses it, perhaps another user's Galley. Choose another with \`galley config set gatewayPort PORT\`, or do without remote mode: --no-remote.`,
        { cause },
      )
    : cause;

const answerWith = (options: GatewayOptions, proxy: SessionProxy) => {
  const answerFailure = answerError(options.logger);
  return (request: IncomingMessage, response: ServerResponse): void => {
    const target = parseTarget(request.url ?? '');
    const route = () => `gateway ${target.kind}`;
    // The dashboard keeps a log of its own.
    if (target.kind !== 'dashboard')
      logWhenClosed(options.logger, { method: request.method ?? '', response, route });
    answer({ target, request, response }, options, proxy).catch((error: unknown) => {
      setApiHeaders(response);
      answerFailure(error, request, response);
    });
  };
};

interface Exchange {
  readonly target: GatewayTarget;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** @throws GalleyError that is to be answered */
const answer = async (
  { target, request, response }: Exchange,
  { hostNames, sessions, dashboard, ended }: GatewayOptions,
  proxy: SessionProxy,
): Promise<void> => {
  guard(request, target, hostNames);
  switch (target.kind) {
    case 'list':
      sendPage(request, response, { status: 200, html: listPage(sessions(), Date.now()) });
      return;
    case 'front':
      redirect(request, response, dashboardPath);
      return;
    case 'dashboard':
      request.url = target.path;
      response.setHeader(sessionsAtHeader, '../s/');
      dashboard(request, response);
      return;
    case 'session':
    case 'bare': {
      const { id } = target;
      const session = sessions().find((one) => one.id === id);
      if (session === undefined && !(await ended.has(id))) sendMissing(request, response);
      else if (target.kind === 'bare') redirect(request, response, `/s/${id}/`);
      else if (session === undefined) {
        request.url = `/${id}${target.path}`;
        ended.app(request, response);
      } else await proxy.forward({ request, response, port: session.port, path: target.path });
      return;
    }
    case 'other':
      throw new GalleyError('not_found', 'There is nothing at this path.');
  }
};

/**
 * The rule of every server, for the name that the client has asked for. The own path of a session, or of the dashboard,
 * counts: a navigation from elsewhere may open its page, and nothing of its API.
 * @throws GalleyError
 */
const guard = (
  { method = 'GET', url = '', headers, rawHeaders }: IncomingMessage,
  target: GatewayTarget,
  hostNames: readonly string[],
): void => {
  const asked = 'path' in target ? target.path : url;
  guardRequest({ method, target: asked, headers, rawHeaders }, { isRemote: true, hostNames });
};

const assertReads = ({ method }: IncomingMessage, response: ServerResponse): void => {
  if (method === 'GET' || method === 'HEAD') return;
  response.setHeader('Allow', 'GET, HEAD');
  throw new GalleyError('method_not_allowed', `This path answers GET and HEAD, not ${method}.`);
};

const sendPage = (
  request: IncomingMessage,
  response: ServerResponse,
  { status, html }: { readonly status: number; readonly html: string },
): void => {
  assertReads(request, response);
  setApiHeaders(response);
  response.writeHead(status, {
    ...htmlHeaders,
    'Content-Length': Buffer.byteLength(html),
    ...(status === 200 ? { Refresh: reloadSeconds } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : html);
};

/** In words for a person who looks, in JSON for a tool and for a page that asks its session. */
const sendMissing = (request: IncomingMessage, response: ServerResponse): void => {
  if (request.method === 'GET' && request.headers.accept?.includes('text/html') === true)
    return sendPage(request, response, { status: 404, html: missingPage() });
  throw new GalleyError(
    'not_found',
    'This review is not open: it has been decided or closed, or its address is incomplete.',
  );
};

const redirect = (request: IncomingMessage, response: ServerResponse, path: string): void => {
  assertReads(request, response);
  setApiHeaders(response);
  response.writeHead(308, { Location: path, 'Content-Length': 0 }).end();
};
