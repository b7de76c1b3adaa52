import type { ServerResponse } from 'node:http';
import type { Logger } from '../logger.ts';

interface LoggedRequest {
  readonly method: string;
  readonly response: ServerResponse;
  /** The route that answered; called once the response has ended. */
  readonly route: () => string;
}

/** Logs one line per request: method, route (never the query), status, milliseconds. */
export const logWhenClosed = (logger: Logger, { method, response, route }: LoggedRequest): void => {
  const startedAt = performance.now();
  response.once('close', () => {
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    logger.info({ method, route: route(), status: response.statusCode, ms }, 'request');
  });
};
