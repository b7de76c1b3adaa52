import type { IncomingMessage } from 'node:http';

/** How long a client that is still to send may send nothing. */
const quietMs = 1000;
const maxBytes = 64 * 1024 * 1024;

/**
 * Reads the rest of a body that nobody wants and throws it away: where a connection is closed before that, a client that
 * still sends may not see the answer. Resolves when the body is over, or nothing comes for a second, or too much does;
 * the connection cannot be used again unless it is over.
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
