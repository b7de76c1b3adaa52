import type {
  IncomingMessage,
  ServerResponse,
  IncomingHttpHeaders,
  OutgoingHttpHeaders,
} from 'node:http';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Agent, type Dispatcher } from 'undici';
import { GalleyError } from '../../shared/errors.ts';
import { takeRest } from '../../shared/node/http/take-rest.ts';
import { StalledExchanges } from './stalled-exchanges.ts';

/** More than a session's maximum of streams, so that those never block other requests. */
const connectionsPerSession = 256;
/** How many of these may be held by stalled clients. */
const heldUpPerSession = 128;
/** A session may wait this long for its content before it answers; on a stream it sends something every 30 s. */
const silenceMs = 120_000;

interface Forwarding {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly port: number;
  /** The request target for the session's server: starts with a slash, neither decoded nor resolved. */
  readonly path: string;
}

/**
 * Reverse proxy to the sessions' servers. Streams requests and answers with backpressure, so a slow reader costs no
 * memory.
 */
export class SessionProxy {
  readonly #agent = new Agent({
    connections: connectionsPerSession,
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  });
  readonly #stalled = new StalledExchanges(heldUpPerSession);

  /** Resolves when the answer has ended, however it ended. @throws GalleyError `session_unreachable`, `bad_request` */
  async forward(forwarding: Forwarding): Promise<void> {
    const { response, port } = forwarding;
    const end = this.#stalled.begin(port, { response, isStalled: () => isStalled(forwarding) });
    const gone = new AbortController();
    // The client is gone or has its answer: abort the rest of the request.
    response.once('close', () => gone.abort());
    try {
      const answer = await this.#ask(forwarding, gone.signal);
      await this.#send(answer, forwarding);
    } catch (cause) {
      if (gone.signal.aborted) return;
      if (response.headersSent) response.destroy();
      else throw failure(cause);
    } finally {
      end();
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #send(answer: Dispatcher.ResponseData, { request, response, port }: Forwarding) {
    // The session did not read the whole body, so the connection cannot be reused.
    if (!request.complete) response.shouldKeepAlive = false;
    response.writeHead(answer.statusCode, responseHeaders(answer.headers));
    response.flushHeaders();
    // A paused body means that the client does not keep up.
    answer.body.on('pause', () => this.#stalled.bound(port));
    await pipeline(answer.body, response, { end: false });
    request.unpipe();
    await takeRest(request);
    response.end();
  }

  #ask({ request, port, path }: Forwarding, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { method = 'GET', headers, socket } = request;
    return this.#agent.request({
      origin: `http://127.0.0.1:${port}`,
      path,
      method,
      headers: requestHeaders(headers, { port, from: socket.remoteAddress ?? 'unknown' }),
      body: hasBody(request) ? bodyOf(request) : null,
      signal,
    });
  }
}

/** GET bodies are never read, as in the session's own server. */
const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0');

/**
 * A separate stream for the body: a session that answers early destroys this, not the client's connection, which still
 * needs the answer. It ends only once the client has sent everything.
 */
const bodyOf = (request: IncomingMessage): PassThrough => {
  const body = new PassThrough();
  body.on('error', () => request.unpipe(body));
  return request.pipe(body);
};

const isStalled = ({ request, response }: Forwarding): boolean =>
  !response.destroyed &&
  (response.writableNeedDrain || (isIncomplete(request) && request.readableLength === 0));

const isIncomplete = (request: IncomingMessage): boolean => hasBody(request) && !request.complete;

const failure = (cause: unknown): GalleyError => {
  const { code } = cause as NodeJS.ErrnoException;
  return code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED'
    ? new GalleyError('bad_request', 'The request cannot be understood.', { cause })
    : new GalleyError(
        'session_unreachable',
        'The process of this review does not answer. It may just have ended; try again in a moment.',
        { cause },
      );
};

/** Hop-by-hop headers. Source: RFC 9110, section 7.6.1. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Forwarding headers from the client cannot be trusted, and its credentials must not reach the session. */
const dropped =
  /^(?:host|expect|http2-settings|forwarded|x-forwarded-.*|x-real-ip|via|cookie|authorization)$/u;

const namedIn = (connection: string | undefined): ReadonlySet<string> =>
  new Set(connection?.split(',').map((name) => name.trim().toLowerCase()));

interface Way {
  /** Port of the session's server. */
  readonly port: number;
  /** The client's address. */
  readonly from: string;
}

/**
 * Headers for the session's server: the client's, with the host and origin (verified by the guard) rewritten to the
 * server's own, without hop-by-hop headers, and with forwarding headers. Names and values alternate.
 */
export const requestHeaders = (headers: IncomingHttpHeaders, { port, from }: Way): string[] => {
  const named = namedIn(headers.connection);
  const own = `127.0.0.1:${port}`;
  const kept = Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined || hopByHop.has(name) || dropped.test(name) || named.has(name))
      return [];
    if (name === 'origin') return [name, `http://${own}`];
    return [name, typeof value === 'string' ? value : value.join(', ')];
  });
  const forwarded = `for="${from.includes(':') ? `[${from}]` : from}"`;
  return [...kept, 'host', own, 'forwarded', forwarded, 'x-forwarded-for', from];
};

/** Headers for the client: the session's without hop-by-hop ones. */
export const responseHeaders = (headers: IncomingHttpHeaders): OutgoingHttpHeaders => {
  const named = namedIn(headers.connection);
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !named.has(name)),
  );
};
