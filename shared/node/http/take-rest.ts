import type { IncomingMessage } from 'node:http';

/** How long a client that has more to send may pause. */
const quietMs = 1000;
const maxBytes = 64 * 1024 * 1024;

/**
 * Reads and discards the rest of a body: closing the connection earlier could keep a client that is still sending from
 * seeing the response. Resolves at its end, after a second of silence, or when it gets too long; unless it ended, the
 * connection cannot be reused.
 */
export const takeRest = async (request: IncomingMessage): Promise<void> => {
  if (request.complete || request.destroyed) return;
  await new Promise<void>((resolve) => {
    let bytes = 0;
    const quiet = setTimeout(resolve, quietMs);
    const finish = () => {
      clearTimeout(quiet);
      resolve();
    };
    request.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > maxBytes) finish();
      else quiet.refresh();
    });
    request.once('end', finish).once('close', finish).resume();
  });
};
