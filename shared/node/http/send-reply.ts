import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GalleyError } from '../../errors.ts';
import type { Logger } from '../logger.ts';
import type { FileReply, Reply, TextReply } from './reply.ts';
import { takeRest } from './take-rest.ts';

/** Sends a handler's reply; for `HEAD`, only the headers. */
export const sendReply = (response: ServerResponse, reply: Reply): void | Promise<void> => {
  switch (reply.kind) {
    case 'json':
      if (reply.isLast) response.shouldKeepAlive = false;
      sendJson(response, reply.status, reply.body);
      return undefined;
    case 'empty':
      response.writeHead(reply.status).end();
      return undefined;
    case 'stream':
      reply.hub.open(response);
      return undefined;
    case 'file':
      return sendFile(response, reply);
    case 'text':
      return sendText(response, reply);
  }
};

const sendText = async (
  response: ServerResponse,
  { contentType, read, onSent }: TextReply,
): Promise<void> => {
  response.writeHead(200, { 'Content-Type': contentType });
  if (await sendBody(response, () => Readable.from(read()))) await onSent?.();
};

/** As a string, which Node sends in one piece with the headers. */
const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  const text = JSON.stringify(body);
  writeJsonHead(response, status, text).end(text);
};

const writeJsonHead = (response: ServerResponse, status: number, text: string): ServerResponse =>
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });

const sendFile = async (response: ServerResponse, { file, part }: FileReply): Promise<void> => {
  try {
    const { size } = await file.stat();
    const { offset } = part;
    const bytes = Math.max(0, Math.min(part.bytes ?? size, size - offset));
    const head = Buffer.from(part.head ?? '');
    response.writeHead(200, {
      ...part.headers,
      'Content-Type': part.contentType,
      'Content-Length': head.length + bytes,
    });
    if (bytes === 0) response.end(head);
    else
      await sendBody(response, () => {
        response.write(head);
        return file.createReadStream({ start: offset, end: offset + bytes - 1, autoClose: false });
      });
  } finally {
    await file.close();
  }
};

/** @returns whether all of it was sent; a client that disconnects is not an error */
const sendBody = async (response: ServerResponse, read: () => Readable): Promise<boolean> => {
  if (response.destroyed || response.req.method === 'HEAD') {
    response.end();
    return false;
  }
  try {
    await pipeline(read(), response);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    return false;
  }
};

/** Responds at once to a client that is still sending, and closes the connection after the rest of its body. */
const sendEarly = (request: IncomingMessage, response: ServerResponse, error: GalleyError) => {
  const text = JSON.stringify(error.toBody());
  response.setHeader('Connection', 'close');
  writeJsonHead(response, error.status, text).write(text);
  void takeRest(request).then(() => response.end());
};

/** HTTP catch-all: all errors have the same shape, without stack traces. */
export const answerError =
  (logger: Logger) =>
  (thrown: unknown, request: IncomingMessage, response: ServerResponse): void => {
    const error = toGalleyError(thrown);
    if (error.status >= 500)
      logger.error({ err: error.cause ?? error, code: error.code }, 'request failed');
    if (response.headersSent) response.destroy();
    else if (request.complete) sendJson(response, error.status, error.toBody());
    else sendEarly(request, response, error);
  };

/** Express errors carry a status. */
interface HttpError extends Error {
  readonly status?: number;
}

/**
 * Converts anything thrown to an error that is safe to send: unless it is ours or the client's fault, it becomes
 * `internal`.
 */
const toGalleyError = (thrown: unknown): GalleyError => {
  if (thrown instanceof GalleyError) return thrown;
  const cause = thrown instanceof Error ? (thrown as HttpError) : undefined;
  if (cause?.status !== undefined && cause.status >= 400 && cause.status < 500)
    return new GalleyError('bad_request', 'The request cannot be understood.', { cause });
  return new GalleyError(
    'internal',
    'Galley could not answer this request. Its log says why; please report it.',
    {
      cause: thrown,
    },
  );
};
