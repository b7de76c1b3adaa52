import type { FileHandle } from 'node:fs/promises';
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
  { contentType, headers, read, onSent }: TextReply,
): Promise<void> => {
  response.writeHead(200, { ...headers, 'Content-Type': contentType });
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
    const tail = Buffer.from(part.tail ?? '');
    response.writeHead(200, {
      ...part.headers,
      'Content-Type': part.contentType,
      'Content-Length': head.length + bytes + tail.length,
    });
    if (response.req.method !== 'HEAD') {
      if (head.length > 0) response.write(head);
      await sendPart(response, file, { offset, bytes });
      if (tail.length > 0) response.write(tail);
    }
    response.end();
  } finally {
    await file.close();
  }
};

const pieceBytes = 64 * 1024;
let idlePiece: Buffer | undefined;

/**
 * Sends piece by piece through one buffer, which is kept: with a buffer for each piece, as streams have, a process that
 * has sent a few large files stays larger by 14 MiB.
 */
const sendPart = async (
  response: ServerResponse,
  file: FileHandle,
  { offset, bytes }: { readonly offset: number; readonly bytes: number },
): Promise<void> => {
  const piece = idlePiece ?? Buffer.allocUnsafeSlow(pieceBytes);
  idlePiece = undefined;
  for (let sent = 0; sent < bytes && !response.destroyed;) {
    const wanted = Math.min(pieceBytes, bytes - sent);
    const { bytesRead } = await file.read(piece, 0, wanted, offset + sent);
    // It is shorter than it was: the client must not take it for all.
    if (bytesRead === 0) response.destroy();
    else await written(response, piece.subarray(0, bytesRead));
    sent += bytesRead;
  }
  idlePiece = piece;
};

/** Resolves when the system has taken it, or the client is gone. */
const written = (response: ServerResponse, piece: Buffer): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('close', done);
      resolve();
    };
    response.once('close', done);
    response.write(piece, done);
  });

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
