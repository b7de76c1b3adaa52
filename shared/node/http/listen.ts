import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { GalleyError } from '../../errors.ts';
import { reasonOf } from '../secure-folder.ts';
import { limitConnections } from './connections.ts';

interface ListenOptions {
  readonly handler: RequestListener;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly maxConnections?: number;
  /** Handles `CONNECT` requests; refused by default. */
  readonly onConnect?: (request: IncomingMessage, socket: Socket) => void;
}

const defaultMaxConnections = 1024;
const stalledMs = 15_000;

const listenError = ({ host, port }: ListenOptions, cause: unknown): GalleyError => {
  const reason = reasonOf(cause);
  return reason === 'EADDRINUSE'
    ? new GalleyError(
        'port_in_use',
        `Port ${port} on ${host} is used by another program. Choose another.`,
        { cause },
      )
    : new GalleyError('worker_failed', `Cannot listen on ${host}:${port} (${reason}).`, { cause });
};

/**
 * Starts an HTTP server.
 * @throws GalleyError `port_in_use`, or `worker_failed` if it cannot listen for another reason
 */
export const listen = async (options: ListenOptions): Promise<{ server: Server; port: number }> => {
  const server = createServer(
    {
      keepAliveTimeout: 5000,
      headersTimeout: 20_000,
      requestTimeout: 60_000,
      connectionsCheckingInterval: 10_000,
    },
    (request, response) => {
      // Express would answer a target without a path itself; the guard refuses `*`.
      if (request.url?.startsWith('/') !== true) request.url = '*';
      options.handler(request, response);
    },
  );
  const maxConnections = options.maxConnections ?? defaultMaxConnections;
  server.maxConnections = maxConnections;
  // Leaves room for connections that do send requests.
  const { release } = limitConnections(server, {
    maxIdle: Math.floor(maxConnections / 2),
    stalledMs,
  });
  const { onConnect } = options;
  if (onConnect !== undefined)
    server.on('connect', (request, socket) => {
      release(socket as Socket);
      onConnect(request, socket as Socket);
    });
  await new Promise<void>((resolve, reject) => {
    // Permanent: once listening, errors such as running out of file descriptors must not end the process.
    server.on('error', (cause) => reject(listenError(options, cause)));
    server.listen(options.port, options.host, resolve);
  });
  return { server, port: (server.address() as AddressInfo).port };
};

const graceMs = 500;

/** Stops listening. Requests in flight get a grace period, then all connections are closed. */
export const closeServer = async (server: Server): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(cut);
};
