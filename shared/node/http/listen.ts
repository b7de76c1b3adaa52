import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GalleyError } from '../../errors.ts';
import { reasonOf } from '../secure-folder.ts';

interface ListenOptions {
  readonly handler: RequestListener;
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly maxConnections?: number;
}

/**
 * Starts an HTTP server.
 * @throws GalleyError `worker_failed` where it cannot listen
 */
export const listen = async ({
  handler,
  host,
  port,
  maxConnections = 1024,
}: ListenOptions): Promise<{ server: Server; port: number }> => {
  const server = createServer(
    { keepAliveTimeout: 5000, headersTimeout: 20_000, requestTimeout: 60_000 },
    handler,
  );
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(
        new GalleyError('worker_failed', `Cannot listen on ${host}:${port} (${reasonOf(cause)}).`, {
          cause,
        }),
      );
    });
    server.listen(port, host, resolve);
  });
  return { server, port: (server.address() as AddressInfo).port };
};
