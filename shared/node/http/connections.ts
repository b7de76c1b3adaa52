import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface ConnectionLimits {
  /** Connections on which no request is under way; more than these cost the oldest of them its place. */
  readonly maxIdle: number;
  /** How long a connection may be without a request; one that takes nothing of its answer has up to twice as long. */
  readonly stalledMs: number;
}

/**
 * Keeps clients that only hold connections from keeping others out: one that has not sent a whole head of a request
 * makes room for a new one, and one that does not read its answer is cut off.
 * @returns what takes a connection out of these limits, for one that serves something else than requests from now on
 */
export const limitConnections = (
  server: Server,
  { maxIdle, stalledMs }: ConnectionLimits,
): { readonly release: (socket: Socket) => void } => {
  /** In the order in which they became idle. */
  const idle = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
    const [oldest] = idle;
    if (idle.size > maxIdle) oldest?.destroy();
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
  // Whoever waits for a decision or for events is silent by right, until something waits to be read.
  server.setTimeout(stalledMs, (socket) => {
    if (socket.writableLength > 0 || idle.has(socket)) socket.destroy();
  });
  return {
    release: (socket) => {
      idle.delete(socket);
      socket.setTimeout(0);
    },
  };
};
