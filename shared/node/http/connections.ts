import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface ConnectionLimits {
  /** Maximum number of connections without a complete request; beyond it the oldest is closed. */
  readonly maxIdle: number;
  /** How long a connection may idle without a request; a stalled reader gets up to twice as long. */
  readonly stalledMs: number;
}

/**
 * Keeps idle clients from using up all connections: those that have not sent a complete request make room for new ones,
 * and those that do not read their response are cut off.
 * @returns a function that exempts a connection, for one that no longer carries requests
 */
export const limitConnections = (
  server: Server,
  { maxIdle, stalledMs }: ConnectionLimits,
): { readonly release: (socket: Socket) => void } => {
  /** Oldest first. */
  const idle = new Set<Socket>();
  const addIdle = (socket: Socket): void => {
    idle.add(socket);
    const [oldest] = idle;
    if (oldest === undefined || idle.size <= maxIdle) return;
    // Its `close` comes later, after others have become idle.
    idle.delete(oldest);
    oldest.destroy();
  };
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => idle.delete(socket));
    addIdle(socket);
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    idle.delete(socket);
    if (hasBody(request)) {
      addIdle(socket);
      request.once('end', () => idle.delete(socket));
    }
    response.once('close', () => {
      if (!socket.destroyed) addIdle(socket);
    });
  });
  // Clients that wait for a decision or for events may be silent, unless they leave data unread.
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

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
