import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GalleyError } from '../../errors.ts';
import type { Logger } from '../logger.ts';
import { toGalleyError } from './http-errors.ts';
import { takeRest } from './take-rest.ts';

/** What a handler answers; undefined where it has answered by itself (a stream, a file). */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** Answers with JSON, or with no body at all. */
export const sendReply = (response: ServerResponse, { status, body }: Reply): void => {
  if (body === undefined) {
    response.writeHead(status).end();
    return;
  }
  // As text, which Node sends in one piece with the headers.
  const text = JSON.stringify(body);
  writeJsonHead(response, status, text).end(text);
};

const writeJsonHead = (response: ServerResponse, status: number, text: string): ServerResponse =>
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });

/** Answers a client that still sends at once, and closes the connection when it has sent the rest. */
const sendEarly = (request: IncomingMessage, response: ServerResponse, error: GalleyError) => {
  const text = JSON.stringify(error.toBody());
  response.setHeader('Connection', 'close');
  writeJsonHead(response, error.status, text).write(text);
  void takeRest(request).then(() => response.end());
};

/** Catch-all of HTTP: every error has the one shape, and never a stack trace. */
export const answerError =
  (logger: Logger) =>
  (thrown: unknown, request: IncomingMessage, response: ServerResponse): void => {
    const error = toGalleyError(thrown);
    if (error.status >= 500)
      logger.error({ err: error.cause ?? error, code: error.code }, 'request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (request.complete) sendReply(response, { status: error.status, body: error.toBody() });
    else sendEarly(request, response, error);
  };
