import { isIPv4 } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type express from 'express';
import type { Request, RequestHandler } from 'express';
import { GalleyError } from '../../shared/errors.ts';
import { setApiHeaders } from '../../shared/node/http/api-headers.ts';
import { closeServer, listen } from '../../shared/node/http/listen.ts';
import { answerErrors, createExpress, nothingThere } from '../../shared/node/http/api-app.ts';
import { logWhenClosed } from '../../shared/node/http/request-log.ts';
import type { Logger } from '../../shared/node/logger.ts';
import { guardRequest } from '../../shared/request-guard.ts';
import { dashboardPath, sessionsAtHeader } from '../../shared/supervisor/control-targets.ts';
import type { SessionRecord } from '../../shared/session/session.ts';
import { htmlHeaders, listPage, missingPage } from './pages.ts';
import { SessionProxy } from './session-proxy.ts';

interface GatewayOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Accepted host names, besides loopback names and IP literals. */
  readonly hostNames: readonly string[];
  readonly logger: Logger;
  /** The running sessions, oldest first. */
  readonly sessions: () => readonly SessionRecord[];
  /** The dashboard; expects paths relative to its own. */
  readonly dashboard: RequestListener;
  readonly ended: {
    /** Whether the review has ended and is archived. */
    readonly has: (id: string) => Promise<boolean>;
    /** Serves an archived review; expects paths that begin with its id. */
    readonly app: RequestListener;
  };
}

const maxConnections = 4096;
const reloadSeconds = 10;

/**
 * The single port of remote mode: the dashboard, a plain list of the open sessions at `/list`, and each session under
 * `/s/ID/`. It forwards to the sessions' servers only; of the control API it exposes what the dashboard needs, to the
 * dashboard's token.
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

  /** @throws GalleyError `port_in_use`, or `worker_failed` if it cannot listen */
  static async open(options: GatewayOptions): Promise<Gateway> {
    const proxy = new SessionProxy();
    const { host, port } = options;
    const handler = gatewayApp(options, proxy);
    const listening = await listen({ handler, host, port, maxConnections }).catch(
      (cause: unknown) => {
        throw portError(port, cause);
      },
    );
    return new Gateway(listening, proxy);
  }

  /** Closes the server after a short grace period for requests in flight. */
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

// Matched as text: a target that would only match after decoding or resolving does not count.
const session = /^\/s\/(?<id>[0-9a-hjkmnp-tv-z]{12})(?=\/|$)/u;
const bareSession = /^\/s\/(?<id>[0-9a-hjkmnp-tv-z]{12})$/u;

const gatewayApp = (options: GatewayOptions, proxy: SessionProxy): express.Express => {
  const { sessions, dashboard, ended, logger } = options;
  const app = createExpress();
  const enter = enterAs(options);
  app.all(['/', '/dashboard'], enter('front'), (request, response) =>
    redirect(request, response, dashboardPath),
  );
  app.all('/list', enter('list'), (request, response) =>
    sendPage(request, response, { status: 200, html: listPage(sessions(), Date.now()) }),
  );
  app.use('/dashboard', enter('dashboard'), (request, response) => {
    response.setHeader(sessionsAtHeader, '../s/');
    dashboard(request, response);
  });
  const find = (id: string) => sessions().find((one) => one.id === id);
  app.all(bareSession, enter('bare'), async (request, response) => {
    const id = idOf(request);
    if (find(id) === undefined && !(await ended.has(id))) sendMissing(request, response);
    else redirect(request, response, `/s/${id}/`);
  });
  app.use(session, enter('session'), async (request, response) => {
    const id = idOf(request);
    const { url } = request;
    const running = find(id);
    if (running !== undefined)
      await proxy.forward({ request, response, port: running.port, path: url });
    else if (await ended.has(id)) {
      request.url = `/${id}${url}`;
      ended.app(request, response);
    } else sendMissing(request, response);
  });
  app.use(enter('other'), nothingThere, answerErrors(logger));
  return app;
};

const idOf = ({ params }: Request): string => String(params['id']);

/**
 * Runs before each route: logging, error headers, and the host check that all servers share. The check sees the path
 * within the session or dashboard: cross-site navigations may open its page, but not call its API.
 */
const enterAs =
  ({ hostNames, logger }: GatewayOptions) =>
  (kind: string): RequestHandler =>
  (request, response, next) => {
    const { method, url: target, headers, rawHeaders } = request;
    // The dashboard has its own log.
    if (kind !== 'dashboard')
      logWhenClosed(logger, { method, response, route: () => `gateway ${kind}` });
    guardRequest({ method, target, headers, rawHeaders }, { isRemote: true, hostNames });
    next();
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

/** A page for people, JSON for tools and for pages that query their session. */
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

interface Surroundings {
  /** The local address that an SSH session connected to. */
  readonly sshAddress: string | undefined;
  /** From `os.networkInterfaces()`. */
  readonly interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;
}

const isOfThisMachineAlone = (address: string): boolean =>
  address.startsWith('127.') || address.startsWith('169.254.');

/**
 * The address at which other machines most likely reach this one: the one an SSH session connected to, since it has
 * worked once; else the first external interface; else loopback, for a tunnel. Not a host name, since others often
 * cannot resolve it. IPv4, since the gateway listens on that.
 */
export const advertisedAddress = ({ sshAddress, interfaces }: Surroundings): string => {
  const reached = sshAddress?.replace(/^::ffff:/iu, '');
  const own = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
  const candidates = [...(reached !== undefined && isIPv4(reached) ? [reached] : []), ...own];
  return candidates.find((address) => !isOfThisMachineAlone(address)) ?? '127.0.0.1';
};
