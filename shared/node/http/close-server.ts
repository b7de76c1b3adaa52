import type { Server } from 'node:http';

const graceMs = 500;

/** Stops listening. Requests in flight get a grace period, then all connections are closed. */
export const closeServer = async (server: Server): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(cut);
};
