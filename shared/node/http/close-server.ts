import type { Server } from 'node:http';

const graceMs = 500;

/** Stops listening. Answers that are on their way get a moment; whoever holds a connection for longer is cut off. */
export const closeServer = async (server: Server): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(cut);
};
